-- The first certificate stands; a later one changes nothing and reads the first.
-- $1 worker_id  $2 evidence  $3 issued_by  $4 detail  $5 died_at or null  $6 milliseconds since the first sign
WITH issued AS (
  INSERT INTO death_certificates (worker_id, died_at, evidence, issued_by, detail, noticed_at)
  SELECT worker_id,
         coalesce($5::timestamptz, CASE WHEN $2 = 'lease_ended' THEN least(lease_until, now()) ELSE now() END),
         $2, $3, $4, now() - make_interval(secs => $6::float8 / 1000)
  FROM workers WHERE worker_id = $1
  ON CONFLICT (worker_id) DO NOTHING
  RETURNING died_at, issued_at, evidence
)
SELECT true AS first, died_at, issued_at, evidence FROM issued
UNION ALL
SELECT false, died_at, issued_at, evidence FROM death_certificates
WHERE worker_id = $1 AND NOT EXISTS (SELECT FROM issued)
