-- $1 id  $2 milliseconds since Kubernetes accepted it
UPDATE kills SET accepted_at = now() - make_interval(secs => $2::float8 / 1000) WHERE id = $1
