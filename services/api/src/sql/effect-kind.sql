-- $1 key
SELECT kind, run_id FROM effects WHERE key = $1
