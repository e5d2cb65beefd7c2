SELECT count(*) FILTER (WHERE kind = 'approval')::int AS approval, count(*) FILTER (WHERE kind = 'unknown')::int AS unknown
FROM inbox_items
