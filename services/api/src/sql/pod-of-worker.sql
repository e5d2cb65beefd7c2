-- Where a worker runs, and whether a later process runs there by now. $1 worker_id
SELECT p.pod_uid, p.pod_name,
       EXISTS (SELECT FROM worker_pods l
               WHERE l.pod_uid = p.pod_uid AND l.process_started_at > p.process_started_at) AS succeeded
FROM worker_pods p WHERE p.worker_id = $1
