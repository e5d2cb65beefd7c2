-- $1 key  $2 epoch
UPDATE effect_attempts SET ended_at = now(), outcome = 'fenced'
WHERE key = $1 AND epoch = $2 AND (ended_at IS NULL OR outcome = 'superseded')
