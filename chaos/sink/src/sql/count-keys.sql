SELECT effect_key AS "effectKey", kind, count(*) AS arrivals,
       count(*) FILTER (WHERE verdict = 'applied') AS applications
FROM arrivals
WHERE run_id = $1
GROUP BY effect_key, kind
ORDER BY min(id)
