-- $1 run_id  $2 step  $3 tool_use_id
SELECT tool, output FROM tool_calls WHERE run_id = $1 AND step = $2::int AND tool_use_id = $3
