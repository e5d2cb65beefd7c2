#!/bin/sh
# Succeeds once the server takes connections: its port is open earlier, while it still replays the log.
. /scripts/path.sh
exec pg_isready -q -h 127.0.0.1 -t 2
