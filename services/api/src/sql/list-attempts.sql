-- A worker's death belongs to an attempt when it cut the attempt off.
SELECT a.step, a.activity, a.tool, a.attempt, a.worker_id, a.started_at, a.ended_at, a.outcome, a.error,
       CASE WHEN a.outcome IS NULL OR a.outcome = 'died' THEN d.died_at END AS worker_died_at
FROM attempts a LEFT JOIN death_certificates d USING (worker_id)
WHERE a.run_id = $1
ORDER BY a.step, a.started_at, a.activity, a.attempt
