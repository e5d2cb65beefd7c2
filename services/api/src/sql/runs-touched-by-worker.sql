-- Open runs whose latest attempt was on this worker: it may hold their workflow too. $1 worker_id  $2 limit
SELECT r.run_id
FROM runs r
CROSS JOIN LATERAL (
  SELECT worker_id FROM attempts WHERE run_id = r.run_id ORDER BY step DESC, started_at DESC LIMIT 1
) a
WHERE r.status = 'running' AND a.worker_id = $1
LIMIT $2
