-- The oldest open fault that fits. Two arrivals at the same instant never take the same turn of it.
UPDATE faults SET remaining = remaining - 1
WHERE id = (
  SELECT id FROM faults
  WHERE kind = $1 AND remaining > 0
    AND ("order"->>'effectKey' IS NULL OR "order"->>'effectKey' = $2)
    AND ("order"->>'runId' IS NULL OR "order"->>'runId' = $3)
  ORDER BY id LIMIT 1 FOR UPDATE
)
RETURNING id, "order"
