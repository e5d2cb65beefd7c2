-- $1 upper bounds, seconds
SELECT evidence AS cause, count(*)::float8 AS count, sum(latency_seconds)::float8 AS sum,
       ARRAY(SELECT (SELECT count(*) FROM unnest(array_agg(r.latency_seconds)) s WHERE s <= b)::float8
             FROM unnest($1::float8[]) WITH ORDINALITY u(b, n) ORDER BY n) AS counts
FROM resumes r
GROUP BY evidence
