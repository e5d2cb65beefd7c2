# until_ok WHAT COMMAND…: repeats the command until it succeeds, and says every ten seconds what it waits for.
until_ok() {
  what=$1
  shift
  seconds=0
  until "$@"; do
    [ $((seconds % 10)) -eq 0 ] && echo "waiting for $what" >&2
    seconds=$((seconds + 1))
    sleep 1
  done
}
