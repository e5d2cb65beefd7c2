-- Rides on an intend: a call whose outcome was stored by somebody else (a person, a recovery) is told that outcome.
-- $1 run_id  $2 step  $3 tool_use_id  $4 effect key
UPDATE tool_calls SET output = e.result->'output', ended_at = now()
FROM intent, effects e
WHERE intent.state IN ('applied', 'rejected') AND e.key = $4
  AND tool_calls.run_id = $1 AND tool_calls.step = $2::int AND tool_calls.tool_use_id = $3 AND tool_calls.output IS NULL
