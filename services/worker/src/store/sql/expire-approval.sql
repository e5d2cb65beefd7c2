-- The timer's decision. Nothing is changed while there is time, or once somebody has decided.
-- $1 run_id  $2 step  $3 tool_use_id
UPDATE approvals
SET state = 'expired', decided_at = now(), decided_by = 'timer', decided_via = 'timer', reason = 'nobody decided in time'
WHERE run_id = $1 AND step = $2 AND tool_use_id = $3 AND state = 'waiting' AND expires_at <= now()
