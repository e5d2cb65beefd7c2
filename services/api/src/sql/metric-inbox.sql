SELECT kind, count(*)::float8 AS items, extract(epoch FROM now() - min(since))::float8 AS oldest_seconds
FROM inbox_items GROUP BY kind
