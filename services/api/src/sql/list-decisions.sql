-- The audit, newest first, after the cursor.
-- $1 run_id or null  $2 decided_at of the cursor or null  $3 id of the cursor  $4 limit
SELECT id::text AS id, kind, run_id, step, tool_use_id, tool, round, decision, decided_by, decided_via, decided_at, reason,
       shown, shown_sha256, decided, decided_sha256, answer, build_id, decided_at::text AS cursor_at
FROM decisions
WHERE ($1::text IS NULL OR run_id = $1)
  AND ($2::timestamptz IS NULL OR (decided_at, id) < ($2::timestamptz, CASE WHEN $3 ~ '^[0-9]{1,18}$' THEN $3::bigint END))
ORDER BY decided_at DESC, id DESC
LIMIT $4
