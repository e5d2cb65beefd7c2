-- $1 key
SELECT e.state, r.decision, r.decided_by, r.reason, r.provider_ref, r.decided_at
FROM effects e
LEFT JOIN LATERAL (
  SELECT * FROM effect_resolutions WHERE key = e.key ORDER BY epoch DESC LIMIT 1
) r ON true
WHERE e.key = $1
