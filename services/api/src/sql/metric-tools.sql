SELECT DISTINCT unnest(effect_tools) AS tool FROM agents
