#!/bin/bash
# route.sh: prints how images are come by on this machine: `registry` or `packages`. Asked once for each cluster, then
# remembered, so that nothing is mixed. CHECKPOINT_KIND_ROUTE decides instead.
. "$(dirname "$0")/lib.sh"
PULL_WITHIN_S=60

case ${CHECKPOINT_KIND_ROUTE:-} in
  registry | packages) echo "$CHECKPOINT_KIND_ROUTE" | tee "$WORK/route"; exit ;;
  '') ;;
  *) fail "CHECKPOINT_KIND_ROUTE is '$CHECKPOINT_KIND_ROUTE': give registry or packages, or leave it out" ;;
esac
[ ! -s "$WORK/route" ] || exec cat "$WORK/route"

# A small image that is needed anyway. No registry answers at once with an error, or not at all.
if timeout "$PULL_WITHIN_S" docker pull -q "debian:$DEBIAN-slim" >/dev/null 2>&1; then
  echo 'container registry: reachable; images are pulled' >&2
  echo registry | tee "$WORK/route"
else
  echo 'container registry: not reachable; every image is made from packages' >&2
  echo packages | tee "$WORK/route"
fi
