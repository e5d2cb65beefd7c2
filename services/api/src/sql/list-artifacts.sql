SELECT e.key, e.step, a.value ->> 'name' AS name, a.value ->> 'mediaType' AS media_type,
       octet_length(a.value ->> 'content') AS bytes
FROM effects e
CROSS JOIN LATERAL jsonb_array_elements(
  CASE jsonb_typeof(e.result -> 'artifacts') WHEN 'array' THEN e.result -> 'artifacts' ELSE '[]' END
) WITH ORDINALITY a
WHERE e.run_id = $1 AND e.kind = 'effect'
ORDER BY e.step, e.key, a.ordinality
