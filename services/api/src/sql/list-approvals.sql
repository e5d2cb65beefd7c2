-- Approvals of a run, or those with these keys. Arguments that are too long are cut here, so that they never leave the database.
-- $1 run_id or null  $2 keys or null  $3 characters of arguments
SELECT a.run_id || ':' || a.step || ':' || a.tool_use_id AS key,
       a.run_id, r.agent, r.status AS run_status, a.step, a.tool_use_id, a.tool, a.state, a.rule, a.risk, a.question,
       left(a.shown, $3) AS shown, length(a.shown) > $3 AS shown_cut, a.args_sha256, a.input_schema, a.secrets,
       a.separate_approver, r.started_by, a.requested_at, a.expires_at, a.build_id,
       a.decided_at, a.decided_by, a.decided_via, a.reason, a.answer, a.edited_shown, a.edited_sha256, a.difference,
       a.refused_edit
FROM approvals a JOIN runs r USING (run_id)
WHERE ($1::text IS NULL OR a.run_id = $1)
  AND ($2::text[] IS NULL OR (a.run_id, a.step, a.tool_use_id) IN (
    SELECT split_part(key, ':', 1), split_part(key, ':', 2)::int, split_part(key, ':', 3) FROM unnest($2::text[]) AS key))
ORDER BY a.requested_at, a.step, a.tool_use_id
