-- $1 run ids  $2 milliseconds since the last thing that happened in a run
SELECT runs, effects FROM remove_settled_runs($1::text[], now() - make_interval(secs => $2::float8 / 1000))
