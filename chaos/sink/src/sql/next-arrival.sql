-- A statement of its own: it must see what the writer before this one committed.
SELECT nextval(pg_get_serial_sequence('arrivals', 'id')) AS id,
       coalesce((SELECT refuse_older_epochs FROM policies WHERE kind = $1), false) AS "refuseOlderEpochs",
       (SELECT max(epoch) FROM arrivals WHERE effect_key = $2 AND kind = $1) AS "newestEpoch"
