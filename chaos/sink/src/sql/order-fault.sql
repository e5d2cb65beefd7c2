INSERT INTO faults (kind, "order", remaining) VALUES ($1, $2, $3)
RETURNING id, "order", remaining, at
