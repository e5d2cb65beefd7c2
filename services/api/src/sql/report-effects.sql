-- What is done and what nobody can tell. An intent that nobody settled may have been sent.
SELECT key, tool, state, provider_ref, error FROM effects
WHERE run_id = $1 AND kind = 'effect' AND state <> 'rejected'
ORDER BY step, intended_at, key
