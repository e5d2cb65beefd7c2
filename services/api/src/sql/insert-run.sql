-- The row comes before Temporal's start: a crash between the two leaves a row that the starter takes up.
-- $1 run_id  $2 agent  $3 input  $4 budgets  $5 faults  $6 journal  $7 who starts it, or null
INSERT INTO runs (run_id, agent, input, budgets, faults, journal, started_by)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (run_id) DO NOTHING
RETURNING run_id
