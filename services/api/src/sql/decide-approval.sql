-- A person's decision. The first one wins: a second finds no row that waits. It must be about what was shown, in time, and
-- of a run that can still act on it.
-- $1 run_id  $2 step  $3 tool_use_id  $4 hash of what was shown  $5 state  $6 decided_by  $7 decided_via  $8 reason
-- $9 answer  $10 edited arguments as they are stored  $11 the same as they are shown  $12 their hash  $13 difference
UPDATE approvals a
SET state = $5, decided_at = now(), decided_by = $6, decided_via = $7, reason = $8, answer = $9::jsonb,
    edited_args = $10::jsonb, edited_shown = $11, edited_sha256 = $12, difference = $13::jsonb
FROM runs r
WHERE a.run_id = $1 AND a.step = $2 AND a.tool_use_id = $3 AND r.run_id = a.run_id
  AND a.state = 'waiting' AND a.args_sha256 = $4 AND a.expires_at > now()
  AND r.status = 'running' AND r.cancel_requested_at IS NULL
RETURNING true AS decided
