-- Up Migration

-- What an effect counts as, in counters that never fall: its end; that its outcome was unknown at some time; each attempt
-- that a takeover overtook, and of those the ones that came back to settle; and settlements beyond the first.
CREATE VIEW effect_counts AS
SELECT run_id, tool, state AS outcome, 1 AS value FROM effects
WHERE kind = 'effect' AND state IN ('applied', 'rejected')
UNION ALL
SELECT run_id, tool, 'unknown', 1 FROM effects e
WHERE kind = 'effect'
  AND (state = 'unknown'
       OR EXISTS (SELECT FROM effect_attempts a WHERE a.key = e.key AND a.outcome = 'unknown')
       OR EXISTS (SELECT FROM effect_resolutions r WHERE r.key = e.key))
UNION ALL
SELECT e.run_id, e.tool, o.outcome, 1
FROM effect_attempts a JOIN effects e USING (key)
CROSS JOIN LATERAL unnest(CASE a.outcome WHEN 'superseded' THEN ARRAY['superseded']
                                         WHEN 'fenced' THEN ARRAY['superseded', 'fenced'] END) AS o(outcome)
WHERE e.kind = 'effect' AND a.outcome IN ('superseded', 'fenced')
UNION ALL
SELECT e.run_id, e.tool, 'duplicate', (count(*) - 1)::int
FROM effect_attempts a JOIN effects e USING (key)
WHERE e.kind = 'effect' AND a.outcome IN ('applied', 'probed')
GROUP BY e.key, e.run_id, e.tool HAVING count(*) > 1;

-- The same of what retention has removed, so that a counter does not look as if it had begun again.
CREATE TABLE removed_effect_counts (
  tool    text NOT NULL,
  outcome text NOT NULL,
  value   bigint NOT NULL,
  PRIMARY KEY (tool, outcome)
);

CREATE OR REPLACE FUNCTION remove_settled_runs(given text[], before timestamptz, OUT runs integer, OUT effects integer)
LANGUAGE plpgsql AS $$
DECLARE
  removable text[];
BEGIN
  -- Set here, since only a superuser may give a function a setting of our own. It ends with this function, or with a
  -- failure of it, which takes the setting back too.
  PERFORM set_config('checkpoint.retention', 'on', true);
  -- One removal at a time: two that look at the same rows would both count them.
  PERFORM pg_advisory_xact_lock(hashtext('checkpoint retention'));
  SELECT coalesce(array_agg(g.run_id), '{}') INTO removable
  FROM (SELECT DISTINCT unnest(given) AS run_id) g
  WHERE EXISTS (SELECT FROM effects e WHERE e.run_id = g.run_id)
    AND NOT EXISTS (
      SELECT FROM effects e
      WHERE e.run_id = g.run_id
        AND (e.state NOT IN ('applied', 'rejected')
             OR e.intended_at >= before
             OR EXISTS (SELECT FROM effect_attempts a
                        WHERE a.key = e.key AND (a.ended_at IS NULL OR a.ended_at >= before))
             OR EXISTS (SELECT FROM effect_resolutions r WHERE r.key = e.key AND r.decided_at >= before))
    );
  INSERT INTO stopped_runs (run_id, reason)
  SELECT unnest(removable), 'removed by retention' ON CONFLICT (run_id) DO NOTHING;
  INSERT INTO removed_effect_counts AS counted (tool, outcome, value)
  SELECT c.tool, c.outcome, sum(c.value) FROM effect_counts c WHERE c.run_id = ANY (removable)
  GROUP BY c.tool, c.outcome ORDER BY c.tool, c.outcome
  ON CONFLICT (tool, outcome) DO UPDATE SET value = counted.value + excluded.value;
  DELETE FROM effect_resolutions r USING effects e WHERE r.key = e.key AND e.run_id = ANY (removable);
  DELETE FROM effect_attempts a USING effects e WHERE a.key = e.key AND e.run_id = ANY (removable);
  DELETE FROM effects e WHERE e.run_id = ANY (removable);
  GET DIAGNOSTICS effects = ROW_COUNT;
  runs := cardinality(removable);
  PERFORM set_config('checkpoint.retention', 'off', true);
END $$;
