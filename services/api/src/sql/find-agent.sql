SELECT name, input_schema, build_id FROM agents WHERE name = $1
