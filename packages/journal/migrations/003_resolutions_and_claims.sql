-- Up Migration

-- Values too large for a row, by the hash of their bytes. Written before the row that points at them; a crash between
-- the two leaves a claim that nobody points at, and no harm.
CREATE TABLE claims (
  sha256     text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  body       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE effects
  -- Set where the value itself is too large to stand in the row.
  ADD COLUMN args_claim   text REFERENCES claims,
  ADD COLUMN result_claim text REFERENCES claims,
  -- A person said that nothing of these epochs and below happened: they no longer count as "may have been sent".
  ADD COLUMN cleared_epoch integer NOT NULL DEFAULT 0 CHECK (cleared_epoch <= epoch);

ALTER TABLE effects DROP CONSTRAINT effects_check2;
ALTER TABLE effects ADD CONSTRAINT effects_applied_has_result
  CHECK (state <> 'applied' OR result IS NOT NULL OR result_claim IS NOT NULL);

-- What people decided about unknown outcomes. Append-only: one row for each time that an effect was unknown.
CREATE TABLE effect_resolutions (
  key          text NOT NULL REFERENCES effects,
  epoch        integer NOT NULL,
  decision     text NOT NULL CHECK (decision IN ('happened', 'did_not_happen', 'give_up')),
  decided_by   text NOT NULL,
  reason       text,
  provider_ref text,
  decided_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (key, epoch)
);
CREATE FUNCTION effect_resolutions_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'effect_resolutions is append-only: % epoch %', OLD.key, OLD.epoch;
END $$;
CREATE TRIGGER effect_resolutions_append_only BEFORE UPDATE OR DELETE ON effect_resolutions
  FOR EACH ROW EXECUTE FUNCTION effect_resolutions_append_only();
