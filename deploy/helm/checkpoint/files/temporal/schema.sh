#!/bin/sh
# Brings Temporal's two databases to the schema of this server. Both commands skip what is done.
set -eu
for pair in temporal:temporal temporal_visibility:visibility; do
  database=${pair%%:*}
  temporal-sql-tool --database "$database" setup-schema -v 0.0
  temporal-sql-tool --database "$database" update-schema --schema-name "postgresql/v12/${pair##*:}"
done
