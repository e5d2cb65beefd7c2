#!/bin/sh
# Roles and databases of the bundled stores, each with the secret's password. Safe to repeat.
set -eu
. /scripts/path.sh
. /scripts/until.sh
answers() { psql -XAtqc 'SELECT 1' > /dev/null 2>&1; }
until_ok "Postgres at $PGHOST" answers
exec psql -Xq -v ON_ERROR_STOP=1 -f /scripts/databases.sql
