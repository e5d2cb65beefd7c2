SELECT EXISTS (SELECT FROM steps WHERE run_id = $1) OR EXISTS (SELECT FROM attempts WHERE run_id = $1) AS begun
