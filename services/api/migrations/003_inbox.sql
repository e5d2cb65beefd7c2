-- Up Migration

-- What waits for a person. Unknown outcomes are the first kind; each further kind is one more branch, with an id of its
-- own, its run, and since when it waits. Model calls are left out: nobody can say what a model would have answered, and
-- a run that could use the answer asks again.
CREATE VIEW inbox_items AS
SELECT 'unknown'::text AS kind, e.key AS item, e.run_id,
       -- Unknown by an attempt's own word, or given up when its run was stopped. Both times never change afterwards.
       CASE WHEN e.resolved_by = 'stop' THEN greatest(s.stopped_at, e.intended_at)
            ELSE coalesce(u.ended_at, e.intended_at) END AS since
FROM effects e
LEFT JOIN LATERAL (
  SELECT max(ended_at) AS ended_at FROM effect_attempts WHERE key = e.key AND outcome = 'unknown'
) u ON true
JOIN runs r ON r.run_id = e.run_id
LEFT JOIN stopped_runs s ON s.run_id = e.run_id
WHERE e.state = 'unknown' AND e.kind = 'effect';

-- Decisions of which the workflow still has to hear. A row is written with the decision, in one transaction, and removed
-- once the tool call has its output, the run has ended, or the outcome is unknown once more. `kind` picks the signal.
CREATE TABLE decision_signals (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text NOT NULL CHECK (kind IN ('unknown')),
  run_id      text NOT NULL,
  step        integer NOT NULL,
  tool_use_id text NOT NULL,
  -- Whoever took the decision signals first; the sweep comes after.
  next_at     timestamptz NOT NULL DEFAULT now() + interval '2 seconds',
  -- Temporal took the signal: when last, and how often.
  sent_at     timestamptz,
  times       integer NOT NULL DEFAULT 0
);
CREATE INDEX decision_signals_next ON decision_signals (next_at);

CREATE FUNCTION queue_resolution_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO decision_signals (kind, run_id, step, tool_use_id)
  SELECT 'unknown', e.run_id, e.step, e.tool_use_id
  FROM effects e JOIN runs r ON r.run_id = e.run_id
  WHERE e.key = NEW.key AND e.kind = 'effect' AND r.status = 'running';
  RETURN NULL;
END $$;
CREATE TRIGGER queue_signal AFTER INSERT ON effect_resolutions
  FOR EACH ROW EXECUTE FUNCTION queue_resolution_signal();

-- What stands beside an effect wherever it is shown: its attempts, and a person's latest decision.
CREATE VIEW effect_details AS
SELECT e.key,
       coalesce((SELECT jsonb_agg(jsonb_build_object('epoch', t.epoch, 'workerId', t.worker_id, 'startedAt', t.started_at,
                                                     'endedAt', t.ended_at, 'outcome', t.outcome) ORDER BY t.epoch)
                 FROM effect_attempts t WHERE t.key = e.key), '[]') AS attempts,
       (SELECT jsonb_build_object('decision', p.decision, 'decidedBy', p.decided_by, 'decidedAt', p.decided_at,
                                  'reason', p.reason)
        FROM effect_resolutions p WHERE p.key = e.key ORDER BY p.epoch DESC LIMIT 1) AS resolution
FROM effects e;
