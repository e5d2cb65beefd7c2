-- A run with all that its page shows first. The position is read in the same snapshot: what commits later comes after it.
SELECT s.*, r.started_by, r.input, r.budgets, r.faults, r.result, r.error,
       pg_snapshot_xmin(pg_current_snapshot())::text || '-0' AS position,
       (SELECT max(latency_seconds) FROM resumes WHERE run_id = $1) AS slowest_resume_seconds,
       (SELECT count(*)::int - count(DISTINCT a.key)::int
        FROM effect_attempts a JOIN effects e USING (key)
        WHERE e.run_id = $1 AND e.kind = 'effect' AND a.outcome IN ('applied', 'probed')) AS journal_duplicates,
       (SELECT min(last.step) FROM (
          SELECT DISTINCT ON (step, activity) step, activity, worker_id, outcome
          FROM attempts WHERE run_id = $1 ORDER BY step, activity, attempt DESC
        ) last
        WHERE last.outcome = 'died'
           OR (last.outcome IS NULL AND EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = last.worker_id))
       ) AS interrupted_step,
       CASE WHEN s.status = 'running' THEN s.unknown + (
         SELECT count(*)::int FROM approvals a
         WHERE a.run_id = s.run_id AND a.state = 'waiting' AND a.expires_at > now()) ELSE 0 END AS waiting
FROM run_summaries s JOIN runs r USING (run_id)
WHERE r.run_id = $1
