SELECT CASE WHEN report IS NULL THEN 'unobserved'
            WHEN (report #>> '{observed,goneFromProcessTable}')::boolean THEN 'gone'
            ELSE 'not_gone' END AS result,
       count(*)::float8 AS value
FROM kills GROUP BY 1
