-- Unknown outcomes of all runs, those that wait longest first, after the cursor. Arguments that are too long are cut here,
-- so that they never leave the database. The journal stores them as a person may see them.
-- $1 since of the cursor or null  $2 key of the cursor  $3 limit  $4 characters of arguments  $5 only these keys, or null
SELECT e.key, e.step, e.tool_use_id, e.tool, e.delivery, e.state, e.epoch, e.worker_id, e.args_sha256, e.provider_ref,
       e.error, e.intended_at, e.applied_at, d.attempts, d.resolution,
       i.since, i.since::text AS cursor_at, i.run_id, r.agent, r.status AS run_status,
       left(a.text, $4) AS args, length(a.text) > $4 AS args_cut
FROM inbox_items i
JOIN effects e ON e.key = i.item
JOIN effect_details d ON d.key = e.key
JOIN runs r ON r.run_id = i.run_id
LEFT JOIN claims c ON c.sha256 = e.args_claim
CROSS JOIN LATERAL (SELECT coalesce(c.body, e.args) AS text) a
WHERE i.kind = 'unknown' AND ($1::timestamptz IS NULL OR (i.since, i.item) > ($1::timestamptz, $2::text))
  AND ($5::text[] IS NULL OR i.item = ANY ($5))
ORDER BY i.since, i.item
LIMIT $3
