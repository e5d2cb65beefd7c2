-- Rides on an intend: an attempt that finds the outcome stored ends with it and sends nothing.
-- $1 run_id  $2 step  $3 activity  $4 attempt
UPDATE attempts SET ended_at = now(), outcome = 'from_journal'
FROM intent
WHERE intent.state IN ('applied', 'rejected')
  AND run_id = $1 AND step = $2::int AND activity = $3 AND attempt = $4::int AND ended_at IS NULL
