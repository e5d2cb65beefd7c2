SELECT step, activity, tool, move, worker_id, held_at FROM holds WHERE run_id = $1 ORDER BY held_at
