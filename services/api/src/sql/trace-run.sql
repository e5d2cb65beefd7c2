SELECT agent, status, started_at, ended_at, error, input_tokens::float8 AS input_tokens, output_tokens::float8 AS output_tokens
FROM runs WHERE run_id = $1 AND ended_at IS NOT NULL
