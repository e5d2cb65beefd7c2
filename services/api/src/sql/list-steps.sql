-- $1 run_id  $2 first step  $3 last step or null
SELECT s.step, s.started_at, s.answered_at, s.provider, s.model, s.text, s.finish_reason, s.fallbacks, s.reprompts,
       s.input_tokens::float8 AS input_tokens, s.output_tokens::float8 AS output_tokens,
       s.cost_usd::float8 AS cost_usd, s.error,
       coalesce(c.calls, '[]') AS calls,
       c.ended_at AS calls_ended_at,
       coalesce(c.open, 0) AS open_calls,
       coalesce(a.attempts, 0) AS attempts,
       EXISTS (SELECT FROM resumes m WHERE m.run_id = $1 AND m.step = s.step) AS resumed
FROM steps s
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object('toolUseId', tool_use_id, 'tool', tool, 'kind', kind, 'args', args,
                                      'output', output, 'endedAt', ended_at) ORDER BY ordinal) AS calls,
         max(ended_at) AS ended_at,
         count(*) FILTER (WHERE ended_at IS NULL AND kind <> 'finish')::int AS open
  FROM tool_calls WHERE run_id = $1 AND step = s.step
) c ON true
LEFT JOIN LATERAL (
  SELECT max(attempt) AS attempts FROM attempts WHERE run_id = $1 AND step = s.step
) a ON true
WHERE s.run_id = $1 AND s.step >= $2 AND ($3::int IS NULL OR s.step <= $3)
ORDER BY s.step
