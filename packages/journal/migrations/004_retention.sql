-- Up Migration

-- A claim is removed once nothing points at it; without these, looking would read the whole journal.
CREATE INDEX effects_args_claim ON effects (args_claim) WHERE args_claim IS NOT NULL;
CREATE INDEX effects_result_claim ON effects (result_claim) WHERE result_claim IS NOT NULL;

-- Append-only for everybody but `remove_settled_runs`, the one function that sets `checkpoint.retention` for itself.
CREATE OR REPLACE FUNCTION effect_attempts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('checkpoint.retention', true) IS DISTINCT FROM 'on' THEN
      RAISE EXCEPTION 'effect_attempts is append-only: % epoch % cannot be removed', OLD.key, OLD.epoch;
    END IF;
    RETURN OLD;
  END IF;
  -- A superseded attempt that turns out to be alive may only be marked as fenced.
  IF OLD.outcome IS NOT NULL AND NOT (OLD.outcome = 'superseded' AND NEW.outcome = 'fenced') THEN
    RAISE EXCEPTION 'effect_attempts is append-only: % epoch % already ended as %', OLD.key, OLD.epoch, OLD.outcome;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION effect_resolutions_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('checkpoint.retention', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'effect_resolutions is append-only: % epoch %', OLD.key, OLD.epoch;
END $$;

-- Removes what the journal holds of these runs, each one whole or not at all. A run stays while one of its effects is
-- intended or unknown, and while anything of it was begun, ended or decided after `before`. A removed run is stopped
-- first: with its outcomes gone, an effect that somebody still asks for must be refused, never sent again.
CREATE FUNCTION remove_settled_runs(given text[], before timestamptz, OUT runs integer, OUT effects integer)
LANGUAGE plpgsql AS $$
DECLARE
  removable text[];
BEGIN
  -- Set here, since only a superuser may give a function a setting of our own. It ends with this function, or with a
  -- failure of it, which takes the setting back too.
  PERFORM set_config('checkpoint.retention', 'on', true);
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
  DELETE FROM effect_resolutions r USING effects e WHERE r.key = e.key AND e.run_id = ANY (removable);
  DELETE FROM effect_attempts a USING effects e WHERE a.key = e.key AND e.run_id = ANY (removable);
  DELETE FROM effects e WHERE e.run_id = ANY (removable);
  GET DIAGNOSTICS effects = ROW_COUNT;
  runs := cardinality(removable);
  PERFORM set_config('checkpoint.retention', 'off', true);
END $$;
