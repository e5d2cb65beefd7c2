INSERT INTO policies (kind, refuse_older_epochs) VALUES ($1, $2)
ON CONFLICT (kind) DO UPDATE SET refuse_older_epochs = excluded.refuse_older_epochs
