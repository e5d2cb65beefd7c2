SELECT tool, state AS outcome, count(*)::float8 AS value
FROM effects WHERE kind = 'effect' AND state <> 'intended' GROUP BY tool, state
UNION ALL
SELECT e.tool, a.outcome, count(*)::float8
FROM effect_attempts a JOIN effects e USING (key)
WHERE a.outcome IN ('fenced', 'superseded') AND e.kind = 'effect' GROUP BY e.tool, a.outcome
UNION ALL
SELECT tool, 'from_journal', count(*)::float8
FROM attempts WHERE outcome = 'from_journal' AND activity <> 'model' GROUP BY tool
