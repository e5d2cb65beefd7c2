SELECT EXISTS (SELECT FROM workers WHERE worker_id = $1) AS registered
