-- What waits for a person, in all runs, what waits longest first, after the cursor.
-- $1 since of the cursor or null  $2 item of the cursor  $3 limit
SELECT kind, item, run_id, since::text AS cursor_at
FROM inbox_items
WHERE $1::timestamptz IS NULL OR (since, item) > ($1::timestamptz, $2::text)
ORDER BY since, item
LIMIT $3
