SELECT step, activity, tool, attempt, from_worker_id, to_worker_id, evidence, died_at, noticed_at, certified_at,
       released_at, resumed_at, next_effect_at, latency_seconds
FROM resumes WHERE run_id = $1 ORDER BY resumed_at, step, activity
