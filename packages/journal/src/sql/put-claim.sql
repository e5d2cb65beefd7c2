-- $1 sha256  $2 body
INSERT INTO claims (sha256, body) VALUES ($1, $2) ON CONFLICT DO NOTHING
