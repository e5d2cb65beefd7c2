-- Workers of this host that nobody certified dead. $1 host
SELECT w.worker_id, w.pid, w.pid_started, w.beat_at
FROM workers w
WHERE w.host = $1 AND w.pid IS NOT NULL AND w.pid_started IS NOT NULL
  AND NOT EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = w.worker_id)
ORDER BY w.started_at
