SELECT evidence AS cause, count(*)::float8 AS value FROM death_certificates GROUP BY evidence
