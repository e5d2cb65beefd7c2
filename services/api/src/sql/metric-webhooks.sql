SELECT count(*) FILTER (WHERE due)::float8 AS pending,
       coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE due)), 0)::float8 AS oldest_seconds
FROM (SELECT created_at, delivered_at IS NULL AND given_up_at IS NULL AS due FROM webhook_deliveries) d
