-- An attempt says that it waits inside a move for a kill.
-- $1 run_id  $2 step  $3 activity  $4 tool  $5 move  $6 worker_id
INSERT INTO holds (run_id, step, activity, tool, move, worker_id) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING
RETURNING held_at
