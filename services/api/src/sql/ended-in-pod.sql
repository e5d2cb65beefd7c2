-- Workers of a pod that have no certificate and of whose end something was seen. $1 pod_uid
SELECT p.worker_id, p.session_ended_at, p.terminated_at, p.finished_at, p.exit_code, p.exit_reason, w.beat_at
FROM worker_pods p JOIN workers w USING (worker_id)
WHERE p.pod_uid = $1 AND (p.session_ended_at IS NOT NULL OR p.terminated_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = p.worker_id)
