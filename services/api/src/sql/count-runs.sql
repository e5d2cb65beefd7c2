-- $1 agent or null
SELECT status, count(*)::int AS runs FROM runs WHERE $1::text IS NULL OR agent = $1 GROUP BY status
