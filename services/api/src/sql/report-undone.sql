-- Effects that the model asked for and that did not happen: refused, or never begun.
SELECT c.step, c.tool_use_id, c.tool, e.state, e.error, c.output
FROM tool_calls c
LEFT JOIN effects e ON e.run_id = c.run_id AND e.step = c.step AND e.tool_use_id = c.tool_use_id AND e.kind = 'effect'
WHERE c.run_id = $1 AND c.kind = 'effect' AND (e.key IS NULL OR e.state = 'rejected')
ORDER BY c.step, c.ordinal
