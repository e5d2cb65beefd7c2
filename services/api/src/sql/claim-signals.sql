-- Takes signals to send, so that one replica sends each. One that dies over it leaves them to the next sweep.
-- $1 run whose unsent signals are taken, or null for all that are due  $2 seconds until they are taken again  $3 limit
UPDATE decision_signals
SET next_at = now() + make_interval(secs => $2)
WHERE id IN (
  SELECT id FROM decision_signals
  WHERE CASE WHEN $1::text IS NULL THEN next_at <= now() ELSE run_id = $1 AND sent_at IS NULL END
  ORDER BY next_at
  LIMIT $3
  FOR UPDATE SKIP LOCKED
)
RETURNING id::text AS id, kind, run_id, step, tool_use_id
