-- Workers that are certified dead and whose attempts nobody released: the replica that began to has died too.
SELECT DISTINCT a.worker_id, d.evidence
FROM attempts a JOIN death_certificates d USING (worker_id)
WHERE a.ended_at IS NULL
LIMIT 50
