-- A worker has opened a session and said where it runs.
-- $1 worker_id  $2 pod_uid  $3 pod_name  $4 node  $5 process_started_at  $6 session
INSERT INTO worker_pods (worker_id, pod_uid, pod_name, node, process_started_at, session)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (worker_id) DO UPDATE SET session = excluded.session, session_ended_at = NULL
