-- Up Migration

-- Who started a run; null where nobody was asked who they are.
ALTER TABLE runs ADD COLUMN started_by text;

-- An attempt that ends to wait for a person holds nothing while it waits, and is no failure.
ALTER TABLE attempts DROP CONSTRAINT attempts_outcome_check;
ALTER TABLE attempts ADD CONSTRAINT attempts_outcome_check
  CHECK (outcome IN ('completed', 'from_journal', 'failed', 'cancelled', 'died', 'parked'));

-- A tool call whose tool asks a person first, one row a call. It is written by the first attempt and never again by a
-- later one, so a new build with another rule does not ask twice, and does not skip a question that was asked.
--
-- waiting     entered by the insert, and again when the tool's own schema refuses edited arguments
-- not_needed  the rule looked at the arguments and asked for nobody; final
-- approved, edited, rejected, answered   a person's decision; `edited` may go back to `waiting`, the others are final
-- expired     nobody decided in time: it counts as a rejection; final
-- withdrawn   the run ended while it waited; final
CREATE TABLE approvals (
  run_id            text NOT NULL,
  step              integer NOT NULL,
  tool_use_id       text NOT NULL,
  tool              text NOT NULL,
  -- Why a person is asked: the tool always asks, its predicate said so, or its predicate failed.
  rule              text NOT NULL CHECK (rule IN ('always', 'predicate', 'predicate_failed')),
  risk              text NOT NULL CHECK (risk IN ('low', 'medium', 'high')),
  -- One line that says what is asked, in the words of the tool's author.
  question          text,
  -- Whoever started the run may not let it go on.
  separate_approver boolean NOT NULL,
  -- What edited arguments must fit, and which arguments nobody may see.
  input_schema      jsonb NOT NULL,
  secrets           text[] NOT NULL,
  -- The arguments as a person sees them, as canonical JSON. Every decision names the hash of these bytes.
  shown             text NOT NULL,
  args_sha256       text NOT NULL CHECK (args_sha256 = encode(sha256(convert_to(shown, 'UTF8')), 'hex')),
  -- The same hash of the arguments as they are stored, sealed secrets included: nothing behind `[secret]` can be exchanged.
  stored_sha256     text NOT NULL CHECK (stored_sha256 ~ '^[0-9a-f]{64}$'),
  -- Version of the worker that asked.
  build_id          text NOT NULL,
  state             text NOT NULL CHECK (state IN
                      ('waiting', 'not_needed', 'approved', 'edited', 'rejected', 'answered', 'expired', 'withdrawn')),
  requested_at      timestamptz NOT NULL DEFAULT now(),
  expires_at        timestamptz NOT NULL,
  -- Raised each time that it waits again.
  round             integer NOT NULL DEFAULT 1 CHECK (round >= 1),
  decided_at        timestamptz,
  decided_by        text,
  decided_via       text,
  reason            text,
  -- `answered`: what the model is told in place of a result of the tool.
  answer            jsonb,
  -- `edited`: what the tool is called with, as it is stored and as a person sees it, and what was changed.
  edited_args       jsonb,
  edited_shown      text,
  edited_sha256     text CHECK (edited_sha256 = encode(sha256(convert_to(edited_shown, 'UTF8')), 'hex')),
  difference        jsonb,
  -- The edit that the tool's schema refused last: {by, at, message}.
  refused_edit      jsonb,
  PRIMARY KEY (run_id, step, tool_use_id),
  FOREIGN KEY (run_id, step, tool_use_id) REFERENCES tool_calls,
  CHECK ((state IN ('waiting', 'not_needed')) = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (decided_via IS NULL)),
  CHECK ((state = 'edited') = (edited_args IS NOT NULL)),
  CHECK ((edited_args IS NULL) = (edited_sha256 IS NULL) AND (edited_args IS NULL) = (edited_shown IS NULL)),
  CHECK ((state = 'answered') = (answer IS NOT NULL)),
  CHECK (state <> 'rejected' OR reason IS NOT NULL)
);
CREATE INDEX approvals_waiting ON approvals (requested_at) WHERE state = 'waiting';

CREATE FUNCTION approvals_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.args_sha256 <> OLD.args_sha256 OR NEW.stored_sha256 <> OLD.stored_sha256 OR NEW.requested_at <> OLD.requested_at THEN
    RAISE EXCEPTION 'approval of % step % %: what was asked never changes', OLD.run_id, OLD.step, OLD.tool_use_id;
  END IF;
  IF NOT (OLD.state = 'waiting' AND NEW.state NOT IN ('waiting', 'not_needed')
          OR OLD.state = 'edited' AND NEW.state = 'waiting') THEN
    RAISE EXCEPTION 'approval of % step % %: it is %, it cannot become %',
      OLD.run_id, OLD.step, OLD.tool_use_id, OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approvals_guard BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION approvals_guard();

-- What an attempt needs to know before it may call the tool.
CREATE VIEW approval_gates AS
SELECT run_id, step, tool_use_id,
       jsonb_build_object(
         'state', state, 'secrets', secrets, 'argsSha256', args_sha256, 'storedSha256', stored_sha256,
         'expiresInMs', extract(epoch FROM expires_at - now()) * 1000,
         'reason', reason, 'answer', answer, 'editedArgs', edited_args, 'editedSha256', edited_sha256) AS gate
FROM approvals;

-- The audit: one row for each decision about an item of the inbox, whoever took it. Written by triggers, so that there is
-- no decision without its row. It can be added to and read, by anybody; it cannot be changed or emptied, by nobody but
-- the owner of the table, who would have to take down a trigger for it.
CREATE TABLE decisions (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('approval', 'unknown')),
  run_id         text NOT NULL,
  step           integer NOT NULL,
  tool_use_id    text NOT NULL,
  tool           text NOT NULL,
  -- Which time this item waited: the round of an approval, the epoch of an effect.
  round          integer NOT NULL,
  -- `refused_edit`: the tool's schema refused what a person had put in; it is noted, and decides nothing.
  decision       text NOT NULL CHECK (decision IN ('approved', 'edited', 'rejected', 'answered', 'expired', 'withdrawn',
                                                   'refused_edit', 'happened', 'did_not_happen', 'give_up')),
  decided_by     text NOT NULL,
  -- How it is known who that is: token, oidc:<issuer>, unauthenticated, timer, run, worker.
  decided_via    text NOT NULL,
  decided_at     timestamptz NOT NULL DEFAULT now(),
  reason         text,
  -- The bytes that were shown, and those that may run: the same, the edited ones, or none.
  shown          text NOT NULL,
  shown_sha256   text NOT NULL CHECK (shown_sha256 ~ '^[0-9a-f]{64}$'),
  decided        text,
  decided_sha256 text,
  -- What a person told instead of the tool, or the receiver's reference.
  answer         jsonb,
  -- Version of the worker whose question it was.
  build_id       text NOT NULL,
  -- An effect's secrets are in the hash of what was sent, and not in what is shown of it.
  CHECK (kind <> 'approval' OR shown_sha256 = encode(sha256(convert_to(shown, 'UTF8')), 'hex')),
  CHECK (decided_sha256 IS NULL OR kind <> 'approval' OR decided_sha256 = encode(sha256(convert_to(decided, 'UTF8')), 'hex'))
);
-- The first decision wins, in the audit too.
CREATE UNIQUE INDEX decisions_once ON decisions (run_id, step, tool_use_id, kind, round) WHERE decision <> 'refused_edit';
CREATE INDEX decisions_newest ON decisions (decided_at DESC, id DESC);

CREATE FUNCTION decisions_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'decisions is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE ON decisions
  FOR EACH ROW EXECUTE FUNCTION decisions_append_only();
CREATE TRIGGER decisions_not_emptied BEFORE TRUNCATE ON decisions
  FOR EACH STATEMENT EXECUTE FUNCTION decisions_append_only();
REVOKE ALL ON decisions FROM PUBLIC;
REVOKE UPDATE, DELETE, TRUNCATE ON decisions FROM CURRENT_USER;

CREATE FUNCTION audit_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'waiting' THEN
    INSERT INTO decisions (kind, run_id, step, tool_use_id, tool, round, decision, decided_by, decided_via, reason,
                           shown, shown_sha256, decided, decided_sha256, build_id)
    VALUES ('approval', NEW.run_id, NEW.step, NEW.tool_use_id, NEW.tool, OLD.round, 'refused_edit', OLD.decided_by, 'worker',
            NEW.refused_edit->>'message', NEW.shown, NEW.args_sha256, OLD.edited_shown, OLD.edited_sha256, NEW.build_id);
  ELSE
    INSERT INTO decisions (kind, run_id, step, tool_use_id, tool, round, decision, decided_by, decided_via, decided_at, reason,
                           shown, shown_sha256, decided, decided_sha256, answer, build_id)
    VALUES ('approval', NEW.run_id, NEW.step, NEW.tool_use_id, NEW.tool, NEW.round, NEW.state, NEW.decided_by, NEW.decided_via,
            NEW.decided_at, NEW.reason, NEW.shown, NEW.args_sha256,
            CASE NEW.state WHEN 'approved' THEN NEW.shown WHEN 'edited' THEN NEW.edited_shown END,
            CASE NEW.state WHEN 'approved' THEN NEW.args_sha256 WHEN 'edited' THEN NEW.edited_sha256 END,
            NEW.answer, NEW.build_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION audit_approval();

-- The API says in `checkpoint.decided_via`, for its transaction, how it knows who decides.
CREATE FUNCTION audit_resolution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO decisions (kind, run_id, step, tool_use_id, tool, round, decision, decided_by, decided_via, decided_at, reason,
                         shown, shown_sha256, answer, build_id)
  SELECT 'unknown', e.run_id, e.step, e.tool_use_id, e.tool, NEW.epoch, NEW.decision, NEW.decided_by,
         coalesce(nullif(current_setting('checkpoint.decided_via', true), ''), 'unauthenticated'), NEW.decided_at, NEW.reason,
         coalesce(c.body, e.args), e.args_sha256, to_jsonb(NEW.provider_ref), w.build_id
  FROM effects e JOIN workers w USING (worker_id) LEFT JOIN claims c ON c.sha256 = e.args_claim
  WHERE e.key = NEW.key;
  RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER INSERT ON effect_resolutions FOR EACH ROW EXECUTE FUNCTION audit_resolution();

-- The run hears of a decision. An edit that was refused is no news to it: the attempt that refused it waits by itself.
ALTER TABLE decision_signals DROP CONSTRAINT decision_signals_kind_check;
ALTER TABLE decision_signals ADD CONSTRAINT decision_signals_kind_check CHECK (kind IN ('unknown', 'approval'));
CREATE FUNCTION queue_approval_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO decision_signals (kind, run_id, step, tool_use_id)
  SELECT 'approval', NEW.run_id, NEW.step, NEW.tool_use_id FROM runs WHERE run_id = NEW.run_id AND status = 'running';
  RETURN NULL;
END $$;
CREATE TRIGGER queue_signal AFTER UPDATE ON approvals FOR EACH ROW
  WHEN (NEW.state NOT IN ('waiting', 'withdrawn')) EXECUTE FUNCTION queue_approval_signal();

-- What changed, for pages that follow.
ALTER TABLE run_events DROP CONSTRAINT run_events_kind_check;
ALTER TABLE run_events ADD CONSTRAINT run_events_kind_check
  CHECK (kind IN ('run', 'step', 'attempt', 'effect', 'hold', 'worker', 'approval'));
CREATE FUNCTION note_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_events (run_id, kind, step, activity) VALUES (NEW.run_id, 'approval', NEW.step, NEW.tool_use_id);
  RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT OR UPDATE ON approvals FOR EACH ROW
  WHEN (NEW.state <> 'not_needed') EXECUTE FUNCTION note_approval();

-- One inbox. An approval that can no longer be decided is no item: its time has run out, or its run has ended.
CREATE OR REPLACE VIEW inbox_items AS
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
WHERE e.state = 'unknown' AND e.kind = 'effect'
UNION ALL
SELECT 'approval', a.run_id || ':' || a.step || ':' || a.tool_use_id, a.run_id, a.requested_at
FROM approvals a JOIN runs r USING (run_id)
WHERE a.state = 'waiting' AND a.expires_at > now() AND r.status = 'running' AND r.cancel_requested_at IS NULL;
