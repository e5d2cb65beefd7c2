-- $1 kind
SELECT count(*)::int AS waiting FROM inbox_items WHERE kind = $1
