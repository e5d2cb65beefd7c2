-- What a stopped run left in flight on a dead worker: nobody will recover it, so only a person can say.
-- An attempt that provably sent nothing leaves a rejected effect instead.
-- $1 run_id
WITH left_over AS (
  SELECT e.key, e.epoch,
         EXISTS (
           SELECT FROM effect_attempts a WHERE a.key = e.key AND a.epoch > e.cleared_epoch AND (a.outcome IS NULL OR a.outcome NOT IN ('not_sent', 'deferred'))
         ) AS may_have_sent
  FROM effects e
  JOIN workers w ON w.worker_id = e.worker_id
  LEFT JOIN effect_attempts cur ON cur.key = e.key AND cur.epoch = e.epoch
  WHERE e.run_id = $1 AND e.state = 'intended'
    AND EXISTS (SELECT FROM stopped_runs s WHERE s.run_id = e.run_id)
    AND (cur.ended_at IS NOT NULL OR w.lease_until <= now()
         OR EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = e.worker_id))
),
closed AS (
  UPDATE effect_attempts a SET ended_at = now(), outcome = 'superseded'
  FROM left_over l WHERE a.key = l.key AND a.epoch = l.epoch AND a.ended_at IS NULL
)
UPDATE effects e
SET state = CASE WHEN l.may_have_sent THEN 'unknown' ELSE 'rejected' END,
    epoch = e.epoch + 1,
    result = CASE WHEN l.may_have_sent THEN NULL ELSE
      '{"output": {"ok": false, "error": {"code": "RUN_STOPPED", "message": "the run was cancelled before this was sent"}}}'::jsonb END,
    error = CASE WHEN l.may_have_sent THEN 'the run was cancelled while a dead worker held this effect' END,
    resolved_by = 'stop'
FROM left_over l
WHERE e.key = l.key AND e.epoch = l.epoch AND e.state = 'intended'
RETURNING e.key, e.state
