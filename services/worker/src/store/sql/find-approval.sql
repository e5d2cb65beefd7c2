-- $1 run_id  $2 step  $3 tool_use_id
SELECT gate FROM approval_gates WHERE run_id = $1 AND step = $2 AND tool_use_id = $3
