-- Runs that ended long ago and still have rows in the journal, in the order of their ids.
-- $1 seconds since the end  $2 the last id of the turn before  $3 limit
SELECT r.run_id FROM runs r
WHERE r.ended_at < now() - make_interval(secs => $1::float8) AND r.run_id > $2
  AND EXISTS (SELECT FROM effects e WHERE e.run_id = r.run_id)
ORDER BY r.run_id
LIMIT $3
