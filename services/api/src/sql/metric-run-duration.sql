-- $1 upper bounds, seconds
SELECT status, count(*)::float8 AS count, sum(seconds)::float8 AS sum,
       ARRAY(SELECT (SELECT count(*) FROM unnest(array_agg(d.seconds)) s WHERE s <= b)::float8
             FROM unnest($1::float8[]) WITH ORDINALITY u(b, n) ORDER BY n) AS counts
FROM (SELECT status, extract(epoch FROM ended_at - started_at)::float8 AS seconds
      FROM runs WHERE ended_at IS NOT NULL) d
GROUP BY status
