-- What a look-up shows by now: nothing that is younger than its lag ($3, milliseconds).
SELECT 're_' || arrival_id AS id, account, effect_key AS "effectKey", charge_id AS "chargeId",
       amount_minor AS "amountMinor", currency, reason, card_last4 AS "cardLast4", at
FROM refunds
WHERE account = $1 AND effect_key = $2 AND at <= clock_timestamp() - $3 * interval '1 millisecond'
ORDER BY arrival_id
LIMIT $4
