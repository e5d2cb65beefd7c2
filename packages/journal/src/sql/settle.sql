-- Move 4. Only the owner under the current epoch settles; anybody else has been fenced out.
-- $1 key  $2 epoch  $3 state  $4 result  $5 provider_ref  $6 error  $7 outcome of the attempt  $8 resolved_by  $9 claim of the result
WITH settled AS (
  UPDATE effects
  SET state = $3, result = $4, provider_ref = $5, error = $6, resolved_by = $8, result_claim = $9,
      applied_at = CASE WHEN $3 = 'applied' THEN now() END
  WHERE key = $1 AND epoch = $2 AND state = 'intended'
  RETURNING key
),
closed AS (
  UPDATE effect_attempts
  SET ended_at = now(), error = $6, outcome = CASE WHEN EXISTS (SELECT FROM settled) THEN $7 ELSE 'fenced' END
  WHERE key = $1 AND epoch = $2 AND (ended_at IS NULL OR outcome = 'superseded')
)
-- riders
SELECT EXISTS (SELECT FROM settled) AS settled
