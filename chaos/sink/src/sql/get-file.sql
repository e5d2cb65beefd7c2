SELECT content, media_type AS "mediaType", sha256 FROM files WHERE run_id = $1 AND name = $2
