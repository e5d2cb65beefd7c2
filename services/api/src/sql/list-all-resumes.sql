-- The newest first. $1 limit  $2 time and $3 place of the last one of the page before, or null
SELECT s.*, r.agent, s.resumed_at::text AS cursor_at, concat_ws(':', s.run_id, s.step, s.activity, s.attempt) AS cursor_id
FROM resumes s JOIN runs r USING (run_id)
WHERE $2::timestamptz IS NULL
   OR (s.resumed_at, concat_ws(':', s.run_id, s.step, s.activity, s.attempt)) < ($2::timestamptz, $3::text)
ORDER BY s.resumed_at DESC, cursor_id DESC
LIMIT $1
