-- Looks at the next events by age and removes those that no reader goes on from: of runs that ended long ago, and of
-- workers. Events of runs that still go on stay, however old. Bounded by the rows looked at, not by the rows removed.
-- $1 id after which to look  $2 rows to look at  $3 seconds that events are kept
WITH old AS (
  SELECT now() - make_interval(secs => $3) AS before
),
looked_at AS (
  SELECT id, run_id, at FROM run_events WHERE id > $1::bigint ORDER BY id LIMIT $2
),
removed AS (
  DELETE FROM run_events e
  USING looked_at l CROSS JOIN old LEFT JOIN runs r ON r.run_id = l.run_id
  WHERE e.id = l.id AND l.at < old.before AND (l.run_id IS NULL OR r.ended_at < old.before)
  RETURNING e.id
)
SELECT (SELECT count(*)::int FROM removed) AS removed,
       max(id)::text AS last_id,
       count(*) = $2 AND bool_and(at < before) AS more
FROM looked_at CROSS JOIN old
