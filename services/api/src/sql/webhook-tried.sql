-- What became of a try. One that nobody has taken for too long is given up.
-- $1 id  $2 the receiver's status or null  $3 what went wrong or null  $4 seconds after which it is given up
UPDATE webhook_deliveries
SET last_status = $2, last_error = $3,
    delivered_at = CASE WHEN $3::text IS NULL THEN now() END,
    given_up_at = CASE WHEN $3::text IS NOT NULL AND created_at <= now() - make_interval(secs => $4) THEN now() END
WHERE id = $1 AND delivered_at IS NULL AND given_up_at IS NULL
