SELECT run_id, body_sha256 FROM start_requests WHERE idempotency_key = $1
