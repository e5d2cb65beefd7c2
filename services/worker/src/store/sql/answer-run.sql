-- Rides on the settle of a model call: what the run has used so far. Opening and plan keep their first value.
-- $1 run_id  $2 input tokens  $3 output tokens  $4 US dollars  $5 opening  $6 planned steps
UPDATE runs SET
  input_tokens = input_tokens + $2::bigint, output_tokens = output_tokens + $3::bigint, cost_usd = cost_usd + $4::numeric,
  opening = coalesce(opening, $5::text), planned_steps = coalesce(planned_steps, $6::int)
FROM settled
WHERE run_id = $1
