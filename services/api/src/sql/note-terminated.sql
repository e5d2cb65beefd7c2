-- A container of this pod has ended. Whoever had started before it was in it; its time is cut to whole seconds.
-- $1 pod_uid  $2 finished_at  $3 exit_code  $4 reason  $5 milliseconds since this was seen
UPDATE worker_pods
SET terminated_at = now() - make_interval(secs => $5::float8 / 1000), finished_at = $2, exit_code = $3, exit_reason = $4
WHERE pod_uid = $1 AND process_started_at <= $2 AND terminated_at IS NULL
