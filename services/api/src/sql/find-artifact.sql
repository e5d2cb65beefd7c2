-- $1 run_id  $2 key  $3 name
SELECT a.value ->> 'mediaType' AS media_type, a.value ->> 'content' AS content
FROM effects e
LEFT JOIN claims c ON c.sha256 = e.result_claim
CROSS JOIN LATERAL (SELECT coalesce(e.result, c.body::jsonb) -> 'artifacts' AS list) r
CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(r.list) WHEN 'array' THEN r.list ELSE '[]' END) a
WHERE e.run_id = $1 AND e.key = $2 AND e.kind = 'effect' AND a.value ->> 'name' = $3
LIMIT 1
