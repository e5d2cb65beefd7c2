-- Writes down once for a call whether a person is needed. A call whose effect has begun is not asked about any more: it
-- began under a build whose tool asked nobody, and may have happened.
-- $1 run_id  $2 step  $3 tool_use_id  $4 question  $5 effect key  $6 worker_id
INSERT INTO approvals (run_id, step, tool_use_id, tool, rule, risk, question, separate_approver, input_schema, secrets,
                       shown, args_sha256, stored_sha256, build_id, state, expires_at)
SELECT $1, $2::int, $3, q->>'tool', q->>'rule', q->>'risk', q->>'question', (q->>'separateApprover')::bool, q->'inputSchema',
       ARRAY(SELECT jsonb_array_elements_text(q->'secrets')), q->>'shown', q->>'argsSha256', q->>'storedSha256',
       w.build_id, q->>'state', now() + make_interval(secs => (q->>'expiresInMs')::float8 / 1000)
FROM workers w, (SELECT $4::jsonb AS q) question
WHERE w.worker_id = $6 AND NOT EXISTS (SELECT FROM effects e WHERE e.key = $5)
ON CONFLICT DO NOTHING
