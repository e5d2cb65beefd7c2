-- What became of each kill. A pod's death may be seen after the report was written, so its certificate counts too.
SELECT k.action,
       CASE WHEN d.worker_id IS NOT NULL OR (k.report #>> '{observed,gone}')::boolean THEN 'gone'
            WHEN k.report IS NULL THEN 'unobserved'
            ELSE 'not_gone' END AS result,
       count(*)::float8 AS value
FROM kills k LEFT JOIN death_certificates d USING (worker_id)
GROUP BY 1, 2
