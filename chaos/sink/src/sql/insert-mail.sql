INSERT INTO mails (arrival_id, message_id, sender, recipients, subject, text, raw)
VALUES ($1, $2, $3, $4, $5, $6, $7)
