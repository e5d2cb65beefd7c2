SELECT count(*)::float8 AS value FROM effects WHERE kind = 'effect' AND state = 'intended'
