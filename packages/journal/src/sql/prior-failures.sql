-- Failures of the tool itself before this attempt, and whether any attempt before it may have sent. What a person has
-- cleared counts no more.
-- $1 key  $2 epoch of this attempt
SELECT count(*) FILTER (WHERE outcome IN ('not_sent', 'ambiguous'))::int AS failures,
       coalesce(bool_or(outcome IS NULL OR outcome NOT IN ('not_sent', 'deferred')), false) AS may_have_sent
FROM effect_attempts
WHERE key = $1 AND epoch < $2 AND epoch > (SELECT cleared_epoch FROM effects WHERE key = $1)
