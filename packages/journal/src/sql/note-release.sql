-- $1 worker_id
UPDATE death_certificates SET released_at = now() WHERE worker_id = $1 AND released_at IS NULL
