INSERT INTO kills (worker_id, action) VALUES ($1, $2) RETURNING id, requested_at
