-- Status leaves 'running' once. A completed run's result is what its last step handed to the finish tool, or said.
-- $1 run_id  $2 status  $3 ended_at or null for now  $4 error  $5 last step or null
UPDATE runs r
SET status = $2,
    ended_at = greatest(r.started_at, coalesce($3::timestamptz, now())),
    error = $4,
    result = CASE WHEN $2 = 'completed' THEN coalesce(
      (SELECT args FROM tool_calls WHERE run_id = $1 AND step = $5 AND kind = 'finish' ORDER BY ordinal LIMIT 1),
      (SELECT jsonb_build_object('answer', text) FROM steps WHERE run_id = $1 AND step = $5)
    ) END
WHERE r.run_id = $1 AND r.status = 'running'
RETURNING r.run_id
