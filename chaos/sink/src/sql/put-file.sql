-- Returns a row only when the stored bytes changed.
INSERT INTO files (arrival_id, run_id, name, content, media_type, sha256)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (run_id, name) DO UPDATE
  SET content = excluded.content, media_type = excluded.media_type, sha256 = excluded.sha256,
      arrival_id = excluded.arrival_id
  WHERE files.sha256 <> excluded.sha256
RETURNING arrival_id
