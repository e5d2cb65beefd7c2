INSERT INTO payment_accounts (account, policy) VALUES ($1, $2)
ON CONFLICT (account) DO UPDATE SET policy = excluded.policy
