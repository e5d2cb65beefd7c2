-- Up Migration

-- How an attempt ends that its worker gave up in the middle, because the worker's own end was near. What it sent may have
-- arrived, as after `ambiguous`, and it is no failure of the tool, whose budget of tries must outlast any rolling restart.
ALTER TABLE effect_attempts DROP CONSTRAINT effect_attempts_outcome_check;
ALTER TABLE effect_attempts ADD CONSTRAINT effect_attempts_outcome_check CHECK (outcome IN
  ('applied', 'rejected', 'unknown', 'not_sent', 'deferred', 'ambiguous', 'given_up', 'fenced', 'superseded', 'probed'));
