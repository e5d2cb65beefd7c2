-- Ends an attempt; the first end stands.
-- $1 run_id  $2 step  $3 activity  $4 attempt  $5 outcome  $6 error
UPDATE attempts SET ended_at = now(), outcome = $5, error = $6::jsonb
WHERE run_id = $1 AND step = $2::int AND activity = $3 AND attempt = $4::int AND ended_at IS NULL
