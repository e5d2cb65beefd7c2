SELECT id, kind, effect_key AS "effectKey", epoch, verdict, reason, body_sha256 AS "bodySha256", at, peer, target, fault
FROM arrivals
WHERE ($1::text IS NULL OR run_id = $1) AND ($2::text IS NULL OR effect_key = $2) AND id > $3
ORDER BY id
LIMIT $4
