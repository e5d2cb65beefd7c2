#!/bin/sh
# Waits until the setup of this version is done, so that no process meets a database without its tables.
set -eu
. /scripts/path.sh
. /scripts/until.sh
is_done() { [ "$(psql -XAtqc "SELECT count(*) FROM chart_setups WHERE id = '$SETUP'" 2>/dev/null)" = 1 ]; }
until_ok "setup $SETUP" is_done
