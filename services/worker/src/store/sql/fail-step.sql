-- $1 run_id  $2 step  $3 error
UPDATE steps SET error = $3::jsonb WHERE run_id = $1 AND step = $2::int AND answered_at IS NULL
