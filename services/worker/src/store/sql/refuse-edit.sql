-- The tool's own schema refuses the edited arguments: the question is open again, and says why.
-- $1 run_id  $2 step  $3 tool_use_id  $4 what is wrong with them
UPDATE approvals
SET state = 'waiting', round = round + 1,
    refused_edit = jsonb_build_object('by', decided_by, 'at', decided_at, 'message', $4::text, 'args', edited_shown::jsonb),
    decided_at = NULL, decided_by = NULL, decided_via = NULL, reason = NULL,
    edited_args = NULL, edited_shown = NULL, edited_sha256 = NULL, difference = NULL
WHERE run_id = $1 AND step = $2 AND tool_use_id = $3 AND state = 'edited'
