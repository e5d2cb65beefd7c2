-- Up Migration

-- What still has to be told to the receiver of webhooks. A row is written in the transaction that makes or decides an item
-- of the inbox, so none is missed; the API sends it, again and again until it is taken, and the id stays the same.
--
-- due (neither time is set) → delivered (the receiver took it) or given up (for too long nobody did)
-- A row is removed where no webhook is configured, and some days after its end.
CREATE TABLE webhook_deliveries (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  type         text NOT NULL CHECK (type IN ('inbox.item.waiting', 'inbox.item.decided')),
  kind         text NOT NULL CHECK (kind IN ('approval', 'unknown')),
  run_id       text NOT NULL,
  step         integer NOT NULL,
  tool_use_id  text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  next_at      timestamptz NOT NULL DEFAULT now(),
  -- Times that it was taken up to be sent.
  tries        integer NOT NULL DEFAULT 0,
  -- What became of the last try: the receiver's status, or what went wrong before one came.
  last_status  integer,
  last_error   text,
  delivered_at timestamptz,
  given_up_at  timestamptz,
  CHECK (delivered_at IS NULL OR given_up_at IS NULL)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at);

CREATE FUNCTION tell_of_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (type, kind, run_id, step, tool_use_id)
  VALUES (CASE NEW.state WHEN 'waiting' THEN 'inbox.item.waiting' ELSE 'inbox.item.decided' END, 'approval',
          NEW.run_id, NEW.step, NEW.tool_use_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tell AFTER INSERT ON approvals FOR EACH ROW
  WHEN (NEW.state = 'waiting') EXECUTE FUNCTION tell_of_approval();
CREATE TRIGGER tell_again AFTER UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION tell_of_approval();

CREATE FUNCTION tell_of_unknown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (type, kind, run_id, step, tool_use_id)
  VALUES ('inbox.item.waiting', 'unknown', NEW.run_id, NEW.step, NEW.tool_use_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tell AFTER INSERT OR UPDATE OF state ON effects FOR EACH ROW
  WHEN (NEW.state = 'unknown' AND NEW.kind = 'effect') EXECUTE FUNCTION tell_of_unknown();

CREATE FUNCTION tell_of_resolution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (type, kind, run_id, step, tool_use_id)
  SELECT 'inbox.item.decided', 'unknown', e.run_id, e.step, e.tool_use_id FROM effects e WHERE e.key = NEW.key;
  RETURN NULL;
END $$;
CREATE TRIGGER tell AFTER INSERT ON effect_resolutions FOR EACH ROW EXECUTE FUNCTION tell_of_resolution();
