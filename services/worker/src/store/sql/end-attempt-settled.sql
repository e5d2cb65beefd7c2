-- Rides on a settle: the attempt that settled has completed.
-- $1 run_id  $2 step  $3 activity  $4 attempt
UPDATE attempts SET ended_at = now(), outcome = 'completed'
FROM settled
WHERE run_id = $1 AND step = $2::int AND activity = $3 AND attempt = $4::int AND ended_at IS NULL
