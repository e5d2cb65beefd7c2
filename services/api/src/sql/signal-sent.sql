-- Temporal has it. Sent again, ever more rarely, while the call has no output.
-- $1 id  $2 seconds until the first repetition, doubled each time  $3 most seconds
UPDATE decision_signals
SET sent_at = now(), times = times + 1, next_at = now() + make_interval(secs => least($2 * 2 ^ least(times, 30), $3))
WHERE id = $1
