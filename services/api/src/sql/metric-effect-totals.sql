SELECT (SELECT count(*)::float8 FROM effects WHERE kind = 'effect' AND state = 'intended') AS in_flight,
       (SELECT count(*)::float8 FROM effect_attempts WHERE outcome = 'unknown') AS unknown,
       (SELECT count(*)::float8 FROM effect_attempts WHERE outcome = 'fenced') AS fenced
