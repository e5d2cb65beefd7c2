-- The arguments of a call as they are stored: secrets sealed.
-- $1 run_id  $2 step  $3 tool_use_id
SELECT args FROM tool_calls WHERE run_id = $1 AND step = $2 AND tool_use_id = $3
