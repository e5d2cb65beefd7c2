-- Up Migration

-- A run. `status` is a projection of Temporal's, reconciled by the API. Merge rules for fields that two processes may
-- write: status leaves 'running' once; ended_at, result, error and cancel_requested_at keep their first value.
CREATE TABLE runs (
  run_id              text PRIMARY KEY,
  agent               text NOT NULL,
  input               jsonb NOT NULL,
  budgets             jsonb NOT NULL,
  faults              jsonb NOT NULL DEFAULT '[]',
  journal             text NOT NULL DEFAULT 'on' CHECK (journal IN ('on', 'off')),
  planned_steps       integer,
  -- The first message of the conversation; keeps its first value, so that a new build cannot change it under a run.
  opening             text,
  -- Sums over the answers of all steps, added by the settle of each model call and so counted once.
  input_tokens        bigint NOT NULL DEFAULT 0,
  output_tokens       bigint NOT NULL DEFAULT 0,
  cost_usd            numeric(16, 8) NOT NULL DEFAULT 0,
  status              text NOT NULL DEFAULT 'running'
                        CHECK (status IN ('running', 'completed', 'failed', 'cancelled', 'terminated')),
  started_at          timestamptz NOT NULL DEFAULT now(),
  ended_at            timestamptz,
  result              jsonb,
  error               jsonb,
  cancel_requested_at timestamptz,
  CHECK ((status = 'running') = (ended_at IS NULL))
);
CREATE INDEX runs_newest ON runs (started_at DESC, run_id DESC);
CREATE INDEX runs_open ON runs (started_at) WHERE status = 'running';

CREATE TABLE start_requests (
  idempotency_key text PRIMARY KEY,
  body_sha256     text NOT NULL,
  run_id          text NOT NULL REFERENCES runs,
  created_at      timestamptz NOT NULL DEFAULT now()
);

-- A step's model answer, written by the activity that got it. Immutable once `answered_at` is set: the first answer
-- stands, since the journal gives every later attempt the same one.
CREATE TABLE steps (
  run_id        text NOT NULL REFERENCES runs,
  step          integer NOT NULL CHECK (step >= 1),
  started_at    timestamptz NOT NULL DEFAULT now(),
  answered_at   timestamptz,
  provider      text,
  model         text,
  text          text,
  finish_reason text,
  -- [{provider, code, message}]: who failed before the one that answered.
  fallbacks     jsonb NOT NULL DEFAULT '[]',
  reprompts     integer NOT NULL DEFAULT 0,
  -- Sums over all calls of the step, the re-prompt included.
  input_tokens  bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cost_usd      numeric(16, 8) NOT NULL DEFAULT 0,
  error         jsonb,
  PRIMARY KEY (run_id, step)
);

-- What the model asked for, and what it was told. `output` keeps its first value.
CREATE TABLE tool_calls (
  run_id      text NOT NULL,
  step        integer NOT NULL,
  tool_use_id text NOT NULL,
  ordinal     integer NOT NULL,
  tool        text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('read', 'effect', 'finish')),
  args        jsonb NOT NULL,
  output      jsonb,
  ended_at    timestamptz,
  PRIMARY KEY (run_id, step, tool_use_id),
  FOREIGN KEY (run_id, step) REFERENCES steps
);

-- Every attempt of every activity. `activity` is 'model' or a tool_use_id. `attempt` merges by maximum where it is
-- shown; ended_at and outcome keep their first value.
CREATE TABLE attempts (
  run_id     text NOT NULL REFERENCES runs,
  step       integer NOT NULL CHECK (step >= 1),
  activity   text NOT NULL,
  attempt    integer NOT NULL CHECK (attempt >= 1),
  tool       text NOT NULL,
  worker_id  text NOT NULL,
  task_token bytea NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at   timestamptz,
  outcome    text CHECK (outcome IN ('completed', 'from_journal', 'failed', 'cancelled', 'died')),
  error      jsonb,
  PRIMARY KEY (run_id, step, activity, attempt),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX attempts_open ON attempts (worker_id) WHERE ended_at IS NULL;
CREATE INDEX attempts_worker ON attempts (worker_id, started_at DESC);

-- What the workers can run, written by each worker when it starts. The newest build's row stands.
CREATE TABLE agents (
  name         text PRIMARY KEY,
  description  text NOT NULL,
  -- JSON Schema (2020-12) of the input, made from the agent's zod schema; the API validates with it.
  input_schema jsonb NOT NULL,
  build_id     text NOT NULL,
  updated_at   timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE kills (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  worker_id    text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  report       jsonb
);

-- Attempts that wait inside a move for a kill (faults only).
CREATE TABLE holds (
  run_id    text NOT NULL,
  step      integer NOT NULL,
  activity  text NOT NULL,
  tool      text NOT NULL,
  move      text NOT NULL,
  worker_id text NOT NULL,
  held_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, step, activity, move)
);

-- What changed, in an order that a reader can go on from. The order is (xid, id); a reader takes only rows whose
-- transaction lies below the oldest one still running, so that it never skips a row which commits late.
CREATE TABLE run_events (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid      xid8 NOT NULL DEFAULT pg_current_xact_id(),
  run_id   text NOT NULL,
  kind     text NOT NULL CHECK (kind IN ('run', 'step', 'attempt', 'effect', 'hold')),
  step     integer,
  activity text,
  at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX run_events_reader ON run_events (run_id, xid, id);

CREATE FUNCTION note_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_events (run_id, kind) VALUES (NEW.run_id, 'run');
  RETURN NULL;
END $$;
CREATE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_events (run_id, kind, step) VALUES (NEW.run_id, 'step', NEW.step);
  RETURN NULL;
END $$;
CREATE FUNCTION note_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_events (run_id, kind, step, activity) VALUES (NEW.run_id, TG_ARGV[0], NEW.step, NEW.activity);
  RETURN NULL;
END $$;
CREATE FUNCTION note_effect() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_events (run_id, kind, step, activity) VALUES (NEW.run_id, 'effect', NEW.step, NEW.tool_use_id);
  RETURN NULL;
END $$;

CREATE TRIGGER note AFTER INSERT OR UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION note_run();
CREATE TRIGGER note AFTER INSERT OR UPDATE ON steps FOR EACH ROW EXECUTE FUNCTION note_step();
CREATE TRIGGER note AFTER INSERT OR UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION note_activity('attempt');
CREATE TRIGGER note AFTER INSERT ON holds FOR EACH ROW EXECUTE FUNCTION note_activity('hold');
CREATE TRIGGER note AFTER INSERT OR UPDATE OF state, epoch ON effects FOR EACH ROW EXECUTE FUNCTION note_effect();
