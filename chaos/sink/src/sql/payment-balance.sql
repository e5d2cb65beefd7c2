SELECT currency, count(*) AS refunds, sum(amount_minor) AS "refundedMinor"
FROM refunds
WHERE account = $1 AND ($2::text IS NULL OR run_id = $2)
GROUP BY currency
ORDER BY currency
