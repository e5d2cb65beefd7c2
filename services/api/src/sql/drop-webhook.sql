-- The item waits no more: there is nothing to tell.
-- $1 id
DELETE FROM webhook_deliveries WHERE id = $1
