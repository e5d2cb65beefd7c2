-- Stopped runs with an intent of a dead worker: nobody will settle it, so it is given up.
SELECT DISTINCT e.run_id
FROM effects e JOIN stopped_runs s USING (run_id) JOIN death_certificates d ON d.worker_id = e.worker_id
WHERE e.state = 'intended'
LIMIT 50
