INSERT INTO kills (worker_id) VALUES ($1) RETURNING id, requested_at
