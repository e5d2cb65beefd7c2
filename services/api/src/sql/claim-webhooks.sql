-- Takes what is due, so that one replica sends each. Whoever dies over it leaves it to the next turn that finds it due.
-- $1 limit  $2 seconds until the first repetition, doubled each time  $3 most seconds
UPDATE webhook_deliveries
SET tries = tries + 1, next_at = now() + make_interval(secs => least($2::float8 * 2 ^ least(tries, 30), $3::float8))
WHERE id IN (
  SELECT id FROM webhook_deliveries
  WHERE delivered_at IS NULL AND given_up_at IS NULL AND next_at <= now()
  ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
RETURNING id, type, kind, run_id, step, tool_use_id, created_at, tries
