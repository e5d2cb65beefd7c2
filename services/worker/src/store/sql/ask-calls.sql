-- Rides on the settle of a model call: the calls that the answer asks for, in their order.
-- $1 run_id  $2 step  $3 calls: [{toolUseId, tool, kind, args}]
INSERT INTO tool_calls (run_id, step, tool_use_id, ordinal, tool, kind, args)
SELECT $1, $2::int, call.value->>'toolUseId', call.ordinality, call.value->>'tool', call.value->>'kind', call.value->'args'
FROM settled, jsonb_array_elements($3::jsonb) WITH ORDINALITY AS call
