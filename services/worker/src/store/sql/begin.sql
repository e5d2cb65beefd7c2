-- Begins an attempt and reads what it needs, in one round trip. After a workflow reset Temporal counts attempts from 1
-- again, so the number is at least one more than the highest that is known.
-- $1 run_id  $2 step  $3 activity  $4 attempt  $5 worker_id  $6 task_token
WITH call AS (
  SELECT tool, kind, args, output FROM tool_calls WHERE run_id = $1 AND step = $2 AND tool_use_id = $3
),
begun AS (
  INSERT INTO attempts (run_id, step, activity, attempt, tool, worker_id, task_token)
  SELECT run_id, $2, $3,
         greatest($4, 1 + coalesce(
           (SELECT max(attempt) FROM attempts WHERE run_id = $1 AND step = $2 AND activity = $3), 0)),
         coalesce((SELECT tool FROM call), $3), $5, $6
  FROM runs WHERE run_id = $1
  RETURNING attempt
),
step_begun AS (
  INSERT INTO steps (run_id, step) SELECT run_id, $2 FROM runs WHERE run_id = $1 AND $3 = 'model'
  ON CONFLICT DO NOTHING
)
SELECT r.agent, r.input, r.budgets, r.faults, r.journal, r.started_at, r.opening,
       extract(epoch FROM now() - r.started_at)::float8 AS elapsed_seconds,
       (r.input_tokens + r.output_tokens)::float8 AS tokens, r.cost_usd::float8 AS cost_usd,
       begun.attempt, call.tool, call.kind, call.args, call.output, approval.gate,
       begun.attempt - CASE WHEN approval.gate IS NULL THEN 0 ELSE
         (SELECT count(*)::int FROM attempts
          WHERE run_id = $1 AND step = $2 AND activity = $3 AND outcome = 'parked') END AS tries
FROM runs r JOIN begun ON true LEFT JOIN call ON true
LEFT JOIN approval_gates approval ON approval.run_id = $1 AND approval.step = $2 AND approval.tool_use_id = $3
WHERE r.run_id = $1
