-- The answer under this key, as long as its window ($3, milliseconds) lasts.
SELECT body_sha256 AS "bodySha256", status, body
FROM idempotency_keys
WHERE account = $1 AND key = $2 AND first_at > clock_timestamp() - $3 * interval '1 millisecond'
