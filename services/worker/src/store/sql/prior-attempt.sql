-- The attempt before this one, for the link of its span.
-- $1 run_id  $2 step  $3 activity  $4 attempt
SELECT attempt, worker_id, outcome, started_at, ended_at FROM attempts
WHERE run_id = $1 AND step = $2 AND activity = $3 AND attempt < $4
ORDER BY attempt DESC LIMIT 1
