-- Questions of runs that have ended: nobody can act on an answer any more.
-- $1 limit
UPDATE approvals
SET state = 'withdrawn', decided_at = now(), decided_by = 'run', decided_via = 'run', reason = 'the run ended while it waited'
WHERE (run_id, step, tool_use_id) IN (
  SELECT a.run_id, a.step, a.tool_use_id FROM approvals a JOIN runs r USING (run_id)
  WHERE a.state = 'waiting' AND r.status <> 'running'
  ORDER BY a.requested_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED)
