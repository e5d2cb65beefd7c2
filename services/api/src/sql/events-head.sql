-- Everything below this transaction is visible now; everything else will be read later.
SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid
