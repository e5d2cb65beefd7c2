-- The attempts ended when their worker died. Only once their tokens were failed: a crash before this repeats the release.
-- $1 worker_id  $2 task tokens
UPDATE attempts a
SET ended_at = greatest(a.started_at, d.died_at), outcome = 'died'
FROM death_certificates d
WHERE a.worker_id = $1 AND d.worker_id = $1 AND a.ended_at IS NULL AND a.task_token = ANY ($2::bytea[])
RETURNING a.run_id, a.step, a.activity, a.attempt, a.tool, a.worker_id, a.started_at, a.ended_at, d.evidence
