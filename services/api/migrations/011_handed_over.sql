-- Up Migration

-- Work is also taken up again when a worker gave it up because its own end was near: nobody then had to wait for its
-- death. Such a resume counts from the moment at which its pod was deleted without grace (accepted, or first seen gone), and
-- otherwise from the moment at which the attempt was given up; that is noticed and released in the same moment.
CREATE OR REPLACE VIEW resumes AS
SELECT n.run_id, n.step, n.activity, n.tool, n.attempt,
       p.worker_id AS from_worker_id,
       n.worker_id AS to_worker_id,
       d.evidence,
       d.died_at,
       d.noticed_at,
       n.started_at AS resumed_at,
       extract(epoch FROM n.started_at - d.died_at)::float8 AS latency_seconds,
       d.certified_at,
       d.released_at,
       (SELECT min(e.applied_at) FROM effects e
        WHERE e.run_id = n.run_id AND e.kind = 'effect' AND e.applied_at >= n.started_at) AS next_effect_at
FROM attempts n
JOIN LATERAL (
  SELECT worker_id, outcome, ended_at, error ->> 'code' AS code FROM attempts
  WHERE run_id = n.run_id AND step = n.step AND activity = n.activity AND attempt < n.attempt
  ORDER BY attempt DESC LIMIT 1
) p ON true
JOIN LATERAL (
  SELECT c.evidence, c.died_at, coalesce(c.noticed_at, c.issued_at) AS noticed_at, c.issued_at AS certified_at,
         c.released_at
  FROM death_certificates c
  WHERE c.worker_id = p.worker_id AND n.started_at >= c.died_at
    AND (p.outcome IS NULL OR p.outcome IN ('died', 'completed', 'from_journal'))
  UNION ALL
  SELECT 'handed_over', asked.at, p.ended_at, p.ended_at, p.ended_at
  FROM (
    SELECT least(p.ended_at, k.accepted_at, CASE WHEN o.gone_at = o.deleted_at THEN o.gone_at END) AS at
    FROM (SELECT max(accepted_at) AS accepted_at FROM kills WHERE worker_id = p.worker_id) k
    LEFT JOIN worker_pods w ON w.worker_id = p.worker_id
    LEFT JOIN pods o ON o.uid = w.pod_uid
  ) asked
  WHERE p.outcome = 'failed' AND p.code = 'WORKER_STOPPING' AND n.worker_id <> p.worker_id
) d ON true
WHERE n.attempt > 1;
