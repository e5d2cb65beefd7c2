SELECT status, cancel_requested_at FROM runs WHERE run_id = $1
