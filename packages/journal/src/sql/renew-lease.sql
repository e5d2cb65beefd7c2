-- A worker with a death certificate never renews again.
-- $1 worker_id  $2 lease in milliseconds
UPDATE workers SET beat_at = now(), lease_until = now() + make_interval(secs => $2::float8 / 1000)
WHERE worker_id = $1 AND NOT EXISTS (SELECT FROM death_certificates WHERE worker_id = $1)
