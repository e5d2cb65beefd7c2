-- Removes what has ended long ago; without a receiver, everything.
-- $1 seconds since it was made, or null for all
DELETE FROM webhook_deliveries
WHERE $1::float8 IS NULL
   OR (created_at < now() - make_interval(secs => $1) AND (delivered_at IS NOT NULL OR given_up_at IS NOT NULL))
