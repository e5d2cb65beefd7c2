-- Up Migration

-- One row a worker process. Times are the database's; a worker's own clock decides nothing here.
CREATE TABLE workers (
  worker_id   text PRIMARY KEY CHECK (worker_id ~ '^[A-Za-z0-9._-]{1,253}/[A-Za-z0-9-]{1,64}$'),
  host        text NOT NULL,
  pid         integer,
  -- The kernel's start time of the process: with it, a pid that was used again is told apart.
  pid_started text,
  build_id    text NOT NULL,
  started_at  timestamptz NOT NULL DEFAULT now(),
  beat_at     timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz NOT NULL
);
CREATE INDEX workers_lease_until ON workers (lease_until);

-- Which worker died, when, and on what evidence. The first certificate stands.
CREATE TABLE death_certificates (
  worker_id text PRIMARY KEY REFERENCES workers,
  died_at   timestamptz NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  evidence  text NOT NULL CHECK (evidence IN ('exit', 'stream_closed', 'pod_deleted', 'lease_ended', 'stopped')),
  issued_by text NOT NULL,
  detail    jsonb NOT NULL DEFAULT '{}'
);

-- Runs whose new intents are refused. A row here is a cancellation; it is never removed.
CREATE TABLE stopped_runs (
  run_id     text PRIMARY KEY,
  stopped_at timestamptz NOT NULL DEFAULT now(),
  reason     text NOT NULL
);

CREATE TABLE effects (
  key          text PRIMARY KEY CHECK (key = run_id || ':' || step || ':' || tool_use_id),
  run_id       text NOT NULL,
  step         integer NOT NULL CHECK (step >= 1),
  tool_use_id  text NOT NULL,
  -- 'model' rows are model calls: journaled so that a crash after the answer costs no second answer.
  kind         text NOT NULL DEFAULT 'effect' CHECK (kind IN ('effect', 'model')),
  tool         text NOT NULL,
  delivery     text NOT NULL CHECK (delivery IN ('transactional', 'idempotent', 'keyed', 'probed', 'unrepeatable')),
  -- The rendered bytes: each attempt sends exactly these.
  args         text NOT NULL,
  args_sha256  text NOT NULL CHECK (args_sha256 ~ '^[0-9a-f]{64}$'),
  state        text NOT NULL DEFAULT 'intended' CHECK (state IN ('intended', 'applied', 'rejected', 'unknown')),
  epoch        integer NOT NULL DEFAULT 1 CHECK (epoch >= 1),
  worker_id    text NOT NULL REFERENCES workers,
  -- Temporal's attempt number of the owner; merges by maximum.
  attempt      integer NOT NULL DEFAULT 1 CHECK (attempt >= 1),
  result       jsonb,
  provider_ref text,
  error        text,
  intended_at  timestamptz NOT NULL DEFAULT now(),
  applied_at   timestamptz,
  -- 'worker', 'probe', or the person who decided an unknown outcome.
  resolved_by  text,
  CHECK ((state = 'applied') = (applied_at IS NOT NULL)),
  CHECK (state <> 'applied' OR result IS NOT NULL)
);
CREATE INDEX effects_run ON effects (run_id, step);
CREATE INDEX effects_unsettled ON effects (worker_id) WHERE state = 'intended';
CREATE INDEX effects_unknown ON effects (intended_at) WHERE state = 'unknown';

-- Append-only: who tried, under which epoch, when, and how it ended. A row is closed once and never removed.
CREATE TABLE effect_attempts (
  key         text NOT NULL REFERENCES effects,
  epoch       integer NOT NULL CHECK (epoch >= 1),
  worker_id   text NOT NULL REFERENCES workers,
  started_at  timestamptz NOT NULL DEFAULT now(),
  -- After this instant the attempt sends nothing more: its intent is then too old (DESIGN §4, move 2).
  deadline_at timestamptz NOT NULL,
  ended_at    timestamptz,
  outcome     text CHECK (outcome IN
                ('applied', 'rejected', 'unknown', 'not_sent', 'deferred', 'ambiguous', 'fenced', 'superseded', 'probed')),
  error       text,
  PRIMARY KEY (key, epoch),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);

CREATE FUNCTION effect_attempts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'effect_attempts is append-only: % epoch % cannot be removed', OLD.key, OLD.epoch;
  END IF;
  -- A superseded attempt that turns out to be alive may only be marked as fenced.
  IF OLD.outcome IS NOT NULL AND NOT (OLD.outcome = 'superseded' AND NEW.outcome = 'fenced') THEN
    RAISE EXCEPTION 'effect_attempts is append-only: % epoch % already ended as %', OLD.key, OLD.epoch, OLD.outcome;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER effect_attempts_append_only BEFORE UPDATE OR DELETE ON effect_attempts
  FOR EACH ROW EXECUTE FUNCTION effect_attempts_append_only();

-- Epochs only rise, and a settled effect never changes again.
CREATE FUNCTION effects_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.epoch < OLD.epoch THEN
    RAISE EXCEPTION 'effect %: epoch % after %', OLD.key, NEW.epoch, OLD.epoch;
  END IF;
  IF OLD.state IN ('applied', 'rejected') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'effect %: % is final, it cannot become %', OLD.key, OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER effects_guard BEFORE UPDATE OF state, epoch ON effects
  FOR EACH ROW EXECUTE FUNCTION effects_guard();
