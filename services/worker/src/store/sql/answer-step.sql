-- Rides on the settle of a model call: the step's answer. The settle happens once, so the sums are added once.
-- $1 run_id  $2 step  $3 answer
UPDATE steps SET
  answered_at = CASE WHEN ($3::jsonb->>'final')::bool THEN now() END,
  provider = $3::jsonb->>'provider', model = $3::jsonb->>'model', text = $3::jsonb->>'text',
  finish_reason = $3::jsonb->>'finishReason', fallbacks = $3::jsonb->'fallbacks',
  reprompts = ($3::jsonb->>'reprompts')::int, error = nullif($3::jsonb->'error', 'null'::jsonb),
  input_tokens = input_tokens + ($3::jsonb->>'inputTokens')::bigint,
  output_tokens = output_tokens + ($3::jsonb->>'outputTokens')::bigint,
  cost_usd = cost_usd + ($3::jsonb->>'costUsd')::numeric
FROM settled
WHERE run_id = $1 AND step = $2
