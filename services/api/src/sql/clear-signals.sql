-- Removes what the workflow needs to hear no more: its run has ended, the call has its output, or the outcome is unknown
-- once more, so that the decision was acted on; or the approval waits once more, since its edit was refused.
DELETE FROM decision_signals s
WHERE NOT EXISTS (SELECT FROM runs r WHERE r.run_id = s.run_id AND r.status = 'running')
   OR EXISTS (SELECT FROM tool_calls c
              WHERE c.run_id = s.run_id AND c.step = s.step AND c.tool_use_id = s.tool_use_id AND c.output IS NOT NULL)
   OR (s.kind = 'unknown'
       AND EXISTS (SELECT FROM effects e
                   WHERE e.key = s.run_id || ':' || s.step || ':' || s.tool_use_id AND e.state = 'unknown'))
   OR (s.kind = 'approval'
       AND EXISTS (SELECT FROM approvals a
                   WHERE a.run_id = s.run_id AND a.step = s.step AND a.tool_use_id = s.tool_use_id AND a.state = 'waiting'))
