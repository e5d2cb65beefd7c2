-- The next runs by id, one index look-up each, however many effects they have. The caller asks on after the last one.
-- $1 run id after which to look  $2 runs at most
WITH RECURSIVE next AS (
  (SELECT run_id, 1 AS n FROM effects WHERE run_id > $1 ORDER BY run_id LIMIT 1)
  UNION ALL
  SELECT (SELECT e.run_id FROM effects e WHERE e.run_id > next.run_id ORDER BY e.run_id LIMIT 1), n + 1
  FROM next WHERE next.run_id IS NOT NULL AND n < $2
)
SELECT run_id FROM next WHERE run_id IS NOT NULL
