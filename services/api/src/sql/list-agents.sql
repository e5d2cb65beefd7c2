SELECT name, description, input_schema FROM agents ORDER BY name
