-- Newest first, after the cursor.
-- $1 status or null  $2 agent or null  $3 started_at of the cursor or null  $4 run_id of the cursor  $5 limit
SELECT *, started_at::text AS cursor_at
FROM run_summaries
WHERE ($1::text IS NULL OR status = $1)
  AND ($2::text IS NULL OR agent = $2)
  AND ($3::timestamptz IS NULL OR (started_at, run_id) < ($3::timestamptz, $4::text))
ORDER BY started_at DESC, run_id DESC
LIMIT $5
