-- Up Migration

-- The phases of a resume, in order: died, noticed, certified, released, resumed, next effect applied.
CREATE OR REPLACE VIEW resumes AS
SELECT n.run_id, n.step, n.activity, n.tool, n.attempt,
       p.worker_id AS from_worker_id,
       n.worker_id AS to_worker_id,
       d.evidence,
       d.died_at,
       coalesce(d.noticed_at, d.issued_at) AS noticed_at,
       n.started_at AS resumed_at,
       extract(epoch FROM n.started_at - d.died_at)::float8 AS latency_seconds,
       d.issued_at AS certified_at,
       d.released_at,
       (SELECT min(e.applied_at) FROM effects e
        WHERE e.run_id = n.run_id AND e.kind = 'effect' AND e.applied_at >= n.started_at) AS next_effect_at
FROM attempts n
JOIN LATERAL (
  SELECT worker_id, outcome FROM attempts
  WHERE run_id = n.run_id AND step = n.step AND activity = n.activity AND attempt < n.attempt
  ORDER BY attempt DESC LIMIT 1
) p ON true
JOIN death_certificates d ON d.worker_id = p.worker_id
WHERE n.attempt > 1
  AND n.started_at >= d.died_at
  AND (p.outcome IS NULL OR p.outcome IN ('died', 'completed', 'from_journal'));
