SELECT m.message_id AS "messageId", a.effect_key AS "effectKey", m.sender AS "from", m.recipients AS "to",
       m.subject, m.text, a.at
FROM mails m JOIN arrivals a ON a.id = m.arrival_id
WHERE m.message_id = $1
ORDER BY a.id
LIMIT 1
