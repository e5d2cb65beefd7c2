INSERT INTO refunds (arrival_id, account, effect_key, run_id, charge_id, amount_minor, currency, reason, card_last4)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING at
