UPDATE kills SET report = $2 WHERE id = $1
