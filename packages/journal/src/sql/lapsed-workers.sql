-- Workers that cannot show that they are alive and whom nobody has certified.
SELECT w.worker_id, w.lease_until FROM workers w
WHERE w.lease_until <= now() AND NOT EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = w.worker_id)
ORDER BY w.lease_until
LIMIT 1000
