-- $1 [{name, description, inputSchema}]  $2 build id
INSERT INTO agents (name, description, input_schema, build_id)
SELECT a.value->>'name', a.value->>'description', a.value->'inputSchema', $2 FROM jsonb_array_elements($1::jsonb) AS a
ON CONFLICT (name) DO UPDATE SET
  description = excluded.description, input_schema = excluded.input_schema, build_id = excluded.build_id, updated_at = now()
