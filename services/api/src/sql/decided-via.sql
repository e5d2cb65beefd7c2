-- For the audit of this transaction: how it is known who decides.
-- $1 way
SELECT set_config('checkpoint.decided_via', $1, true)
