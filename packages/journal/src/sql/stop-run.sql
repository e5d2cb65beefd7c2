-- $1 run_id  $2 reason
INSERT INTO stopped_runs (run_id, reason) VALUES ($1, $2) ON CONFLICT (run_id) DO NOTHING
