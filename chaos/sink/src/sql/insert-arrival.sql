INSERT INTO arrivals (id, kind, effect_key, run_id, epoch, verdict, reason, body_sha256, peer, target, fault)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
