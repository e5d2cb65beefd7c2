-- Up Migration

CREATE INDEX attempts_retried ON attempts (run_id, step, activity, attempt) WHERE attempt > 1;

-- One row a resume: an attempt that took up work which a death had interrupted. Its predecessor is the attempt recorded
-- before it, on a worker with a death certificate. A predecessor that failed by itself was no victim, and an attempt
-- that began before the death did not follow it.
CREATE VIEW resumes AS
SELECT n.run_id, n.step, n.activity, n.tool, n.attempt,
       p.worker_id AS from_worker_id,
       n.worker_id AS to_worker_id,
       d.evidence,
       d.died_at,
       d.issued_at AS noticed_at,
       n.started_at AS resumed_at,
       extract(epoch FROM n.started_at - d.died_at)::float8 AS latency_seconds
FROM attempts n
JOIN LATERAL (
  SELECT worker_id, outcome FROM attempts
  WHERE run_id = n.run_id AND step = n.step AND activity = n.activity AND attempt < n.attempt
  ORDER BY attempt DESC LIMIT 1
) p ON true
JOIN death_certificates d ON d.worker_id = p.worker_id
WHERE n.attempt > 1
  AND n.started_at >= d.died_at
  AND (p.outcome IS NULL OR p.outcome IN ('died', 'completed', 'from_journal'));

-- Workers are part of what a page follows. Beats are not: they would drown the rest.
ALTER TABLE run_events ALTER COLUMN run_id DROP NOT NULL;
ALTER TABLE run_events DROP CONSTRAINT run_events_kind_check;
ALTER TABLE run_events ADD CONSTRAINT run_events_kind_check
  CHECK (kind IN ('run', 'step', 'attempt', 'effect', 'hold', 'worker'));
ALTER TABLE run_events ADD CHECK ((run_id IS NULL) = (kind = 'worker'));
CREATE INDEX run_events_order ON run_events (xid, id);

CREATE FUNCTION note_worker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_events (kind) VALUES ('worker');
  RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT ON workers FOR EACH ROW EXECUTE FUNCTION note_worker();
CREATE TRIGGER note AFTER INSERT ON death_certificates FOR EACH ROW EXECUTE FUNCTION note_worker();
CREATE TRIGGER note AFTER INSERT OR UPDATE ON kills FOR EACH ROW EXECUTE FUNCTION note_worker();

-- A run as the lists show it.
CREATE VIEW run_summaries AS
SELECT r.run_id, r.agent, r.status, r.planned_steps, r.started_at, r.ended_at, r.journal, r.cancel_requested_at,
       s.step, s.input_tokens, s.output_tokens, s.cost_usd,
       e.intended, e.applied, e.rejected, e.unknown,
       a.worker_id,
       m.resumes
FROM runs r
CROSS JOIN LATERAL (
  SELECT coalesce(max(step), 0) AS step,
         coalesce(sum(input_tokens), 0)::float8 AS input_tokens,
         coalesce(sum(output_tokens), 0)::float8 AS output_tokens,
         coalesce(sum(cost_usd), 0)::float8 AS cost_usd
  FROM steps WHERE run_id = r.run_id
) s
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE state = 'intended')::int AS intended,
         count(*) FILTER (WHERE state = 'applied')::int AS applied,
         count(*) FILTER (WHERE state = 'rejected')::int AS rejected,
         count(*) FILTER (WHERE state = 'unknown')::int AS unknown
  FROM effects WHERE run_id = r.run_id AND kind = 'effect'
) e
LEFT JOIN LATERAL (
  SELECT worker_id FROM attempts WHERE run_id = r.run_id ORDER BY step DESC, started_at DESC LIMIT 1
) a ON true
CROSS JOIN LATERAL (SELECT count(*)::int AS resumes FROM resumes WHERE run_id = r.run_id) m;
