-- $1 idempotency_key  $2 body_sha256  $3 run_id
INSERT INTO start_requests (idempotency_key, body_sha256, run_id)
VALUES ($1, $2, $3)
ON CONFLICT (idempotency_key) DO NOTHING
RETURNING run_id
