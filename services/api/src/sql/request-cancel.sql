-- The first request's time stands. No row: the run has ended or does not exist.
UPDATE runs SET cancel_requested_at = coalesce(cancel_requested_at, now())
WHERE run_id = $1 AND status = 'running'
RETURNING cancel_requested_at
