-- Rows of all runs after a position, as far as no running transaction can still add one before them.
-- $1 xid  $2 id  $3 limit
SELECT xid::text AS xid, id::text AS id, run_id, kind, step, activity, at
FROM run_events
WHERE (xid, id) > ($1::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
ORDER BY xid, id
LIMIT $3
