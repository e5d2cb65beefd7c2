-- Up Migration

-- What the model was told of a result that is too long for it, in the form of an output; null where it saw the result
-- itself. Keeps its first value.
ALTER TABLE tool_calls ADD COLUMN summary jsonb;
