-- Up Migration

-- Names of the agent's tools that change the outside world, so that each has its series at 0 before its first effect.
ALTER TABLE agents ADD COLUMN effect_tools text[] NOT NULL DEFAULT '{}';
