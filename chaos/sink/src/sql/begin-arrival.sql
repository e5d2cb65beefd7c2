-- One writer at a time, from here to the end of the transaction. 7417 is this lock's number in the witness's database.
SELECT pg_advisory_xact_lock(7417)
