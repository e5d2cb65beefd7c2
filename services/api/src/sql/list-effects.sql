SELECT e.key, e.step, e.tool_use_id, e.tool, e.delivery, e.state, e.epoch, e.worker_id, e.args_sha256, e.provider_ref,
       e.error, e.intended_at, e.applied_at, d.attempts, d.resolution
FROM effects e JOIN effect_details d USING (key)
WHERE e.run_id = $1 AND e.kind = 'effect'
ORDER BY e.step, e.intended_at, e.key
