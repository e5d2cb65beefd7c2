-- Oldest first. $1 limit
SELECT run_id, budgets, cancel_requested_at,
       extract(epoch FROM now() - started_at)::float8 * 1000 AS age_ms,
       extract(epoch FROM now() - cancel_requested_at)::float8 * 1000 AS cancel_age_ms
FROM runs WHERE status = 'running' ORDER BY started_at LIMIT $1
