-- The living first, then the dead of the last day. $1 worker_id or null for all
SELECT w.worker_id, w.host, w.pid, w.build_id, w.started_at, w.beat_at, w.lease_until,
       CASE WHEN d.worker_id IS NOT NULL THEN 'dead' WHEN w.lease_until < now() THEN 'silent' ELSE 'live' END AS state,
       d.died_at, d.issued_at, d.evidence, d.detail,
       coalesce((SELECT jsonb_agg(jsonb_build_object('runId', a.run_id, 'step', a.step, 'activity', a.activity,
                                                     'tool', a.tool, 'startedAt', a.started_at) ORDER BY a.started_at)
                 FROM attempts a WHERE a.worker_id = w.worker_id AND a.ended_at IS NULL), '[]') AS holds,
       (SELECT to_jsonb(p) FROM worker_pod_views p WHERE p.worker_id = w.worker_id) AS pod
FROM workers w LEFT JOIN death_certificates d USING (worker_id)
WHERE (d.worker_id IS NULL OR d.issued_at > now() - interval '1 day')
  AND ($1::text IS NULL OR w.worker_id = $1)
ORDER BY (d.worker_id IS NOT NULL), coalesce(d.issued_at, w.started_at) DESC, w.worker_id
LIMIT 200
