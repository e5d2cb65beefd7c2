-- The same for one run: what a reader missed. $1 xid  $2 id  $3 limit  $4 run_id
SELECT xid::text AS xid, id::text AS id, run_id, kind, step, activity, at
FROM run_events
WHERE run_id = $4 AND (xid, id) > ($1::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
ORDER BY xid, id
LIMIT $3
