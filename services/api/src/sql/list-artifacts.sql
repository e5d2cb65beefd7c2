-- A large result stands in a claim, beside its row.
SELECT e.key, e.step, a.value ->> 'name' AS name, a.value ->> 'mediaType' AS media_type,
       octet_length(a.value ->> 'content') AS bytes
FROM effects e
LEFT JOIN claims c ON c.sha256 = e.result_claim
CROSS JOIN LATERAL (SELECT coalesce(e.result, c.body::jsonb) -> 'artifacts' AS list) r
CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(r.list) WHEN 'array' THEN r.list ELSE '[]' END) WITH ORDINALITY a
WHERE e.run_id = $1 AND e.kind = 'effect'
ORDER BY e.step, e.key, a.ordinality
