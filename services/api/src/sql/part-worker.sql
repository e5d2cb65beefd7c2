-- A worker's session has closed. No row: it holds a newer one, here or at another replica.
-- $1 worker_id  $2 session  $3 milliseconds since the close
UPDATE worker_pods p SET session_ended_at = now() - make_interval(secs => $3::float8 / 1000)
WHERE p.worker_id = $1 AND p.session = $2
RETURNING p.pod_uid, p.pod_name, p.session_ended_at,
          EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = p.worker_id) AS certified
