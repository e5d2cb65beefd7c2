-- Open runs that no other worker has begun an attempt of since this one died, oldest first. $1 worker_id  $2 limit
SELECT r.run_id
FROM runs r
JOIN death_certificates d ON d.worker_id = $1
WHERE r.status = 'running' AND NOT EXISTS (
  SELECT FROM attempts a WHERE a.run_id = r.run_id AND a.worker_id <> $1 AND a.started_at > d.died_at
)
ORDER BY r.started_at
LIMIT $2
