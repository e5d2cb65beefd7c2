-- $1 kind  $2 run_id  $3 step  $4 tool_use_id
SELECT d.decision, d.decided_by, d.decided_via, d.decided_at, d.reason, d.tool, r.agent
FROM decisions d LEFT JOIN runs r USING (run_id)
WHERE d.kind = $1 AND d.run_id = $2 AND d.step = $3 AND d.tool_use_id = $4 AND d.decision <> 'refused_edit'
ORDER BY d.id DESC LIMIT 1
