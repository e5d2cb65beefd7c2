-- Ends a call that only reads: its output and its attempt, together.
-- $1 run_id  $2 step  $3 tool_use_id  $4 attempt  $5 output
WITH told AS (
  UPDATE tool_calls SET output = coalesce(output, $5::jsonb), ended_at = coalesce(ended_at, now())
  WHERE run_id = $1 AND step = $2::int AND tool_use_id = $3
  RETURNING output
),
ended AS (
  UPDATE attempts SET ended_at = now(), outcome = 'completed'
  WHERE run_id = $1 AND step = $2::int AND activity = $3 AND attempt = $4::int AND ended_at IS NULL
)
SELECT output FROM told
