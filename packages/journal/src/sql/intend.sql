-- Move 1. Writes the intent, or says what stands in its way. One statement: it commits before anything is sent.
-- $1 key  $2 run_id  $3 step  $4 tool_use_id  $5 kind  $6 tool  $7 delivery  $8 args  $9 args_sha256
-- $10 worker_id  $11 attempt  $12 milliseconds until this attempt may send nothing more  $13 claim of the arguments
WITH me AS (
  SELECT w.worker_id
  FROM workers w
  WHERE w.worker_id = $10 AND w.lease_until > now()
    AND NOT EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = w.worker_id)
),
stopped AS (
  SELECT run_id FROM stopped_runs WHERE run_id = $2
),
existing AS (
  SELECT e.state, e.epoch, e.worker_id, e.args_sha256, e.provider_ref, e.error,
         coalesce(e.result, (SELECT body::jsonb FROM claims WHERE sha256 = e.result_claim)) AS result,
         -- Nobody works on it: its attempt has ended, or its worker is dead or cannot show that it is alive.
         (a.ended_at IS NOT NULL OR d.worker_id IS NOT NULL OR w.lease_until <= now()) AS orphaned
  FROM effects e
  JOIN workers w ON w.worker_id = e.worker_id
  LEFT JOIN effect_attempts a ON a.key = e.key AND a.epoch = e.epoch
  LEFT JOIN death_certificates d ON d.worker_id = e.worker_id
  WHERE e.key = $1
),
inserted AS (
  INSERT INTO effects (key, run_id, step, tool_use_id, kind, tool, delivery, args, args_sha256, worker_id, attempt, args_claim)
  SELECT $1, $2, $3, $4, $5, $6, $7, coalesce($8, ''), $9, me.worker_id, $11, $13
  FROM me
  WHERE NOT EXISTS (SELECT FROM stopped)
  ON CONFLICT (key) DO NOTHING
  RETURNING key, epoch, worker_id
),
opened AS (
  INSERT INTO effect_attempts (key, epoch, worker_id, deadline_at)
  SELECT key, epoch, worker_id, now() + make_interval(secs => $12::float8 / 1000) FROM inserted
),
intent AS (
  SELECT EXISTS (SELECT FROM inserted) AS fresh,
         (SELECT state FROM existing) AS state
)
-- riders
SELECT intent.fresh,
       EXISTS (SELECT FROM me) AS lease_held,
       EXISTS (SELECT FROM stopped) AS stopped,
       x.state, x.epoch, x.worker_id, x.args_sha256, x.result, x.provider_ref, x.error, x.orphaned
FROM intent LEFT JOIN existing x ON true
