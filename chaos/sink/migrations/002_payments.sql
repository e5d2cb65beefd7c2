-- Up Migration

ALTER TABLE arrivals DROP CONSTRAINT arrivals_kind_check;
ALTER TABLE arrivals ADD CONSTRAINT arrivals_kind_check CHECK (kind IN ('file', 'mail', 'payment'));
ALTER TABLE policies DROP CONSTRAINT policies_kind_check;
ALTER TABLE policies ADD CONSTRAINT policies_kind_check CHECK (kind IN ('file', 'mail', 'payment'));
ALTER TABLE faults DROP CONSTRAINT faults_kind_check;
ALTER TABLE faults ADD CONSTRAINT faults_kind_check CHECK (kind IN ('file', 'mail', 'payment'));

-- What the provider of an account offers; an account without a row has the default of contracts.
CREATE TABLE payment_accounts (
  account text PRIMARY KEY,
  policy  jsonb NOT NULL
);

-- One row for every refund that was made: money that moved. No key is unique here: a second refund of an effect is possible.
CREATE TABLE refunds (
  arrival_id   bigint PRIMARY KEY REFERENCES arrivals DEFERRABLE INITIALLY DEFERRED,
  account      text NOT NULL,
  effect_key   text NOT NULL,
  run_id       text,
  charge_id    text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency     text NOT NULL CHECK (currency IN ('EUR', 'USD')),
  reason       text NOT NULL,
  card_last4   text CHECK (card_last4 ~ '^[0-9]{4}$'),
  at           timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX refunds_key ON refunds (account, effect_key);
CREATE TRIGGER refunds_are_kept BEFORE UPDATE OR DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION arrivals_are_kept();
CREATE TRIGGER refunds_are_not_emptied BEFORE TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION arrivals_are_kept();

-- What an Idempotency-Key was answered with. A key whose window has passed is taken anew by the next request.
CREATE TABLE idempotency_keys (
  account     text NOT NULL,
  key         text NOT NULL,
  body_sha256 text NOT NULL CHECK (body_sha256 ~ '^[0-9a-f]{64}$'),
  status      integer NOT NULL,
  body        text NOT NULL,
  arrival_id  bigint NOT NULL REFERENCES arrivals DEFERRABLE INITIALLY DEFERRED,
  first_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account, key)
);
