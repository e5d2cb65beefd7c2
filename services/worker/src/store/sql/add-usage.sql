-- Rides on the settle of a summary: what it used counts for its step.
-- $1 run_id  $2 step  $3 input tokens  $4 output tokens  $5 US dollars
UPDATE steps SET
  input_tokens = input_tokens + $3::bigint, output_tokens = output_tokens + $4::bigint, cost_usd = cost_usd + $5::numeric
FROM settled
WHERE run_id = $1 AND step = $2::int
