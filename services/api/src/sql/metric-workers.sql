SELECT count(*)::float8 AS value
FROM workers w
WHERE w.lease_until >= now() AND NOT EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = w.worker_id)
