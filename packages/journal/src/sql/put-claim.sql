-- A claim that exists is noted anew, so that retention leaves it alone until the row that points at it is written.
-- $1 sha256  $2 body
INSERT INTO claims (sha256, body) VALUES ($1, $2) ON CONFLICT (sha256) DO UPDATE SET created_at = now()
