-- $1 worker_id  $2 host  $3 pid  $4 pid_started  $5 build_id  $6 lease in milliseconds
INSERT INTO workers (worker_id, host, pid, pid_started, build_id, lease_until)
VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::float8 / 1000))
