UPDATE kills SET accepted_at = now() WHERE id = $1
