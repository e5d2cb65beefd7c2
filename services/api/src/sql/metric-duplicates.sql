-- Settlements minus distinct keys: the journal's own count, beside the witness's.
SELECT e.tool, (count(*) - count(DISTINCT e.key))::float8 AS value
FROM effect_attempts a JOIN effects e USING (key)
WHERE e.kind = 'effect' AND a.outcome IN ('applied', 'probed')
GROUP BY e.tool
