-- Takes a key, or takes it anew once its window has passed; the caller has looked at that under the writers' lock.
INSERT INTO idempotency_keys (account, key, body_sha256, status, body, arrival_id)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (account, key) DO UPDATE
  SET body_sha256 = excluded.body_sha256, status = excluded.status, body = excluded.body,
      arrival_id = excluded.arrival_id, first_at = excluded.first_at
