SELECT e.key, e.step, e.tool_use_id, e.tool, e.delivery, e.state, e.epoch, e.worker_id, e.args_sha256, e.provider_ref,
       e.error, e.intended_at, e.applied_at,
       coalesce((SELECT jsonb_agg(jsonb_build_object('epoch', t.epoch, 'workerId', t.worker_id, 'startedAt', t.started_at,
                                                     'endedAt', t.ended_at, 'outcome', t.outcome) ORDER BY t.epoch)
                 FROM effect_attempts t WHERE t.key = e.key), '[]') AS attempts
FROM effects e
WHERE e.run_id = $1 AND e.kind = 'effect'
ORDER BY e.step, e.intended_at, e.key
