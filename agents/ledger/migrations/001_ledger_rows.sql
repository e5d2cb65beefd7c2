-- Up Migration

-- One row a booked document. Money is whole minor units. There is no unique constraint on effect_key on purpose: the
-- witness counts duplicates here, and a constraint would hide them.
CREATE TABLE ledger_rows (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id         text NOT NULL,
  effect_key     text NOT NULL,
  effect_epoch   integer NOT NULL CHECK (effect_epoch >= 1),
  document_id    text NOT NULL,
  vendor         text NOT NULL,
  number         text NOT NULL,
  document_date  date NOT NULL,
  currency       text NOT NULL CHECK (currency IN ('EUR', 'USD')),
  stated_minor   bigint NOT NULL,
  computed_minor bigint NOT NULL,
  sums_agree     boolean NOT NULL,
  category       text NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT sums_agree OR stated_minor = computed_minor)
);
CREATE INDEX ledger_rows_run ON ledger_rows (run_id, id);

-- The witness may look, and nothing else.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'witness') THEN
    GRANT SELECT ON ledger_rows TO witness;
  END IF;
END $$;
