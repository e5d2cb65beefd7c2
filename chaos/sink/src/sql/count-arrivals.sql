SELECT kind, count(*) AS arrivals,
       count(*) FILTER (WHERE verdict = 'applied') AS applications,
       count(DISTINCT effect_key) FILTER (WHERE verdict = 'applied') AS "distinctKeys"
FROM arrivals
WHERE $1::text IS NULL OR run_id = $1
GROUP BY kind
