-- The timer's decision where no worker is up to take it. Nobody decided in time: it counts as a rejection.
-- $1 limit  $2 run_id or null for all  $3 step  $4 tool_use_id
UPDATE approvals
SET state = 'expired', decided_at = now(), decided_by = 'timer', decided_via = 'timer', reason = 'nobody decided in time'
WHERE (run_id, step, tool_use_id) IN (
  SELECT run_id, step, tool_use_id FROM approvals
  WHERE state = 'waiting' AND expires_at <= now()
    AND ($2::text IS NULL OR (run_id, step, tool_use_id) = ($2, $3::int, $4::text))
  ORDER BY requested_at LIMIT $1 FOR UPDATE SKIP LOCKED)
