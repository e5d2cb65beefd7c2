SELECT coalesce(provider, '') AS provider, coalesce(model, '') AS model,
       sum(input_tokens)::float8 AS input, sum(output_tokens)::float8 AS output, sum(cost_usd)::float8 AS cost_usd
FROM steps WHERE provider IS NOT NULL
GROUP BY 1, 2
