-- Never falls: what is final, what once was, and what retention has removed since.
SELECT tool, outcome, sum(value)::float8 AS value
FROM (
  SELECT tool, outcome, value FROM effect_counts
  UNION ALL
  SELECT tool, outcome, value FROM removed_effect_counts
  UNION ALL
  SELECT tool, 'from_journal', count(*) FROM attempts
  WHERE outcome = 'from_journal' AND activity <> 'model' GROUP BY tool
) counted
GROUP BY tool, outcome
