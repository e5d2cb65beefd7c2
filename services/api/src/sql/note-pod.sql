-- Notes what is seen of a pod. A pod that is new takes the place of the first of its ReplicaSet that ended and has no
-- successor.
-- $1 uid  $2 name  $3 owner_uid  $4 node  $5 ready  $6 deleted  $7 gone  $8 why it ended or null
-- $9 milliseconds since this was seen  $10 seconds within which a place is taken
WITH seen AS (SELECT now() - make_interval(secs => $9::float8 / 1000) AS at),
vacancy AS (
  SELECT v.uid FROM pods v
  WHERE v.owner_uid = $3 AND least(v.deleted_at, v.gone_at, v.ended_at) > now() - make_interval(secs => $10::float8)
    AND NOT EXISTS (SELECT FROM pods WHERE replaces = v.uid OR uid = $1)
  ORDER BY least(v.deleted_at, v.gone_at, v.ended_at)
  LIMIT 1
)
INSERT INTO pods (uid, name, owner_uid, node, seen_at, ready_at, deleted_at, gone_at, ended_at, reason, replaces)
SELECT $1, $2, $3, $4, at, CASE WHEN $5 THEN at END, CASE WHEN $6 OR $7 THEN at END, CASE WHEN $7 THEN at END,
       CASE WHEN $8::text IS NOT NULL THEN at END, $8, (SELECT uid FROM vacancy)
FROM seen
ON CONFLICT (uid) DO UPDATE
SET node = coalesce(pods.node, excluded.node),
    ready_at = coalesce(pods.ready_at, excluded.ready_at),
    deleted_at = coalesce(pods.deleted_at, excluded.deleted_at),
    gone_at = coalesce(pods.gone_at, excluded.gone_at),
    ended_at = coalesce(pods.ended_at, excluded.ended_at),
    reason = coalesce(pods.reason, excluded.reason)
