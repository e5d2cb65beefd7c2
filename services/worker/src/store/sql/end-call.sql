-- What the model is told about a call. The first output stands. As a rider it commits with the settle.
-- $1 run_id  $2 step  $3 tool_use_id  $4 output
UPDATE tool_calls SET output = $4::jsonb, ended_at = now()
FROM settled
WHERE run_id = $1 AND step = $2::int AND tool_use_id = $3 AND output IS NULL
