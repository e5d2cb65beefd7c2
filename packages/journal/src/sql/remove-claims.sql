-- Removes old claims that nothing points at. A claim is noted again each time that somebody is about to point at it.
-- $1 milliseconds since it was noted last  $2 rows to remove at most
DELETE FROM claims
WHERE sha256 IN (
  SELECT c.sha256 FROM claims c
  WHERE c.created_at < now() - make_interval(secs => $1::float8 / 1000)
    AND NOT EXISTS (SELECT FROM effects e WHERE e.args_claim = c.sha256)
    AND NOT EXISTS (SELECT FROM effects e WHERE e.result_claim = c.sha256)
  LIMIT $2
)
AND created_at < now() - make_interval(secs => $1::float8 / 1000)
