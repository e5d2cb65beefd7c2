SELECT policy FROM payment_accounts WHERE account = $1
