SELECT id, "order", remaining, at FROM faults ORDER BY id DESC LIMIT $1
