-- Where a worker runs, whether a later process runs there by now, and whether its own was seen to end. $1 worker_id
SELECT p.pod_uid, p.pod_name, p.session_ended_at IS NOT NULL OR p.terminated_at IS NOT NULL AS ended,
       EXISTS (SELECT FROM worker_pods l
               WHERE l.pod_uid = p.pod_uid AND l.process_started_at > p.process_started_at) AS succeeded
FROM worker_pods p WHERE p.worker_id = $1
