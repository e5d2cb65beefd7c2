-- A person's decision about an unknown outcome. The first one wins; a second finds no row in state 'unknown'.
-- $1 key  $2 decision  $3 decided_by  $4 reason  $5 provider_ref  $6 result
WITH resolved AS (
  UPDATE effects SET
    state = CASE $2 WHEN 'happened' THEN 'applied' WHEN 'did_not_happen' THEN 'intended' ELSE 'rejected' END,
    applied_at = CASE WHEN $2 = 'happened' THEN now() END,
    cleared_epoch = CASE WHEN $2 = 'did_not_happen' THEN epoch ELSE cleared_epoch END,
    result = $6::jsonb, provider_ref = $5, resolved_by = $3,
    error = CASE WHEN $2 = 'give_up' THEN $4 END
  WHERE key = $1 AND state = 'unknown'
  RETURNING key, epoch
),
noted AS (
  INSERT INTO effect_resolutions (key, epoch, decision, decided_by, reason, provider_ref)
  SELECT key, epoch, $2, $3, $4, $5 FROM resolved
  RETURNING decision, decided_by, reason, provider_ref, decided_at
)
SELECT true AS first, decision, decided_by, reason, provider_ref, decided_at FROM noted
