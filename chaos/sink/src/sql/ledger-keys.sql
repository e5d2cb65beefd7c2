SELECT effect_key AS "effectKey", count(*) AS applications
FROM ledger_rows
WHERE run_id = $1
GROUP BY effect_key
ORDER BY min(id)
