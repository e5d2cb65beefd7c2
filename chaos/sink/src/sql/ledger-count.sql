-- Runs in the product's database, under a role that may only read this table.
SELECT count(*) AS applications, count(DISTINCT effect_key) AS "distinctKeys"
FROM ledger_rows
WHERE $1::text IS NULL OR run_id = $1
