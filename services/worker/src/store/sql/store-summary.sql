-- Rides on the settle of a summary: what the model is told of a long result. The first one stands; `output` stays whole.
-- $1 run_id  $2 step  $3 tool_use_id  $4 summary, as an output
UPDATE tool_calls SET summary = $4::jsonb
FROM settled
WHERE run_id = $1 AND step = $2::int AND tool_use_id = $3 AND summary IS NULL
