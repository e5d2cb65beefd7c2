-- $1 worker_id  $2 limit
SELECT run_id, step, activity, task_token FROM attempts
WHERE worker_id = $1 AND ended_at IS NULL
ORDER BY started_at
LIMIT $2
