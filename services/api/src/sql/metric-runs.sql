SELECT status, count(*)::float8 AS value FROM runs GROUP BY status
