-- Ends an attempt without settling the effect: nothing was sent, or nobody can say what became of it.
-- $1 key  $2 epoch  $3 outcome  $4 error
UPDATE effect_attempts SET ended_at = now(), outcome = $3, error = $4
WHERE key = $1 AND epoch = $2 AND ended_at IS NULL
