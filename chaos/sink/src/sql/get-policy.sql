SELECT refuse_older_epochs AS "refuseOlderEpochs" FROM policies WHERE kind = $1
