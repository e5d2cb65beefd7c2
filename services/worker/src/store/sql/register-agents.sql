-- $1 [{name, description, inputSchema, effectTools}]  $2 build id
INSERT INTO agents (name, description, input_schema, effect_tools, build_id)
SELECT a.value->>'name', a.value->>'description', a.value->'inputSchema',
       ARRAY(SELECT jsonb_array_elements_text(a.value->'effectTools')), $2
FROM jsonb_array_elements($1::jsonb) AS a
ON CONFLICT (name) DO UPDATE SET
  description = excluded.description, input_schema = excluded.input_schema, effect_tools = excluded.effect_tools,
  build_id = excluded.build_id, updated_at = now()
