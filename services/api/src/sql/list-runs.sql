-- Newest first, after the cursor. A run waits where it is going and one of its items needs a person.
-- $1 status or null  $2 agent or null  $3 started_at of the cursor or null  $4 run_id of the cursor  $5 limit
SELECT s.*, s.started_at::text AS cursor_at,
       CASE WHEN s.status = 'running' THEN s.unknown + (
         SELECT count(*)::int FROM approvals a
         WHERE a.run_id = s.run_id AND a.state = 'waiting' AND a.expires_at > now()) ELSE 0 END AS waiting
FROM run_summaries s
WHERE ($1::text IS NULL OR status = $1)
  AND ($2::text IS NULL OR agent = $2)
  AND ($3::timestamptz IS NULL OR (started_at, run_id) < ($3::timestamptz, $4::text))
ORDER BY started_at DESC, run_id DESC
LIMIT $5
