-- Takes an orphaned intent over: the epoch rises by one, the attempt before it is closed as superseded.
-- $1 key  $2 the epoch that was seen  $3 worker_id  $4 attempt  $5 milliseconds until this attempt may send nothing more
WITH taken AS (
  UPDATE effects e
  SET epoch = e.epoch + 1, worker_id = $3, attempt = greatest(e.attempt, $4)
  FROM workers w
  WHERE e.key = $1 AND e.epoch = $2 AND e.state = 'intended' AND w.worker_id = e.worker_id
    AND (
      w.lease_until <= now()
      OR EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = e.worker_id)
      OR EXISTS (SELECT FROM effect_attempts a WHERE a.key = e.key AND a.epoch = e.epoch AND a.ended_at IS NOT NULL)
    )
    AND EXISTS (
      SELECT FROM workers me
      WHERE me.worker_id = $3 AND me.lease_until > now()
        AND NOT EXISTS (SELECT FROM death_certificates d WHERE d.worker_id = me.worker_id)
    )
  RETURNING e.key, e.epoch, e.cleared_epoch
),
superseded AS (
  UPDATE effect_attempts a SET ended_at = now(), outcome = 'superseded'
  FROM taken WHERE a.key = taken.key AND a.epoch < taken.epoch AND a.ended_at IS NULL
),
opened AS (
  INSERT INTO effect_attempts (key, epoch, worker_id, deadline_at)
  SELECT key, epoch, $3, now() + make_interval(secs => $5::float8 / 1000) FROM taken
),
-- Every earlier attempt that may have sent. `lands_by`: after it, plus the tool's settle window, it can no longer land.
suspects AS (
  SELECT a.started_at,
         CASE
           WHEN a.outcome IN ('ambiguous', 'given_up') THEN a.ended_at
           WHEN d.evidence IN ('exit', 'stream_closed') THEN least(d.died_at, a.deadline_at)
           ELSE a.deadline_at
         END AS lands_by
  FROM taken JOIN effect_attempts a ON a.key = taken.key LEFT JOIN death_certificates d ON d.worker_id = a.worker_id
  WHERE a.epoch <= $2 AND a.epoch > taken.cleared_epoch AND (a.outcome IS NULL OR a.outcome NOT IN ('not_sent', 'deferred'))
)
SELECT taken.epoch,
       EXISTS (SELECT FROM suspects) AS may_have_sent,
       (SELECT 1000 * extract(epoch FROM now() - max(lands_by)) FROM suspects)::float8 AS ms_since_landed,
       (SELECT 1000 * extract(epoch FROM now() - min(started_at)) FROM suspects)::float8 AS ms_since_first_send
FROM taken
