-- $1 run_id  $2 key  $3 name
SELECT a.value ->> 'mediaType' AS media_type, a.value ->> 'content' AS content
FROM effects e
CROSS JOIN LATERAL jsonb_array_elements(
  CASE jsonb_typeof(e.result -> 'artifacts') WHEN 'array' THEN e.result -> 'artifacts' ELSE '[]' END
) a
WHERE e.run_id = $1 AND e.key = $2 AND e.kind = 'effect' AND a.value ->> 'name' = $3
LIMIT 1
