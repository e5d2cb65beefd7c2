#!/bin/bash
# base.sh: the programs and images that a cluster is made of, by the route that this machine allows. What is there is kept.
. "$(dirname "$0")/lib.sh"
. "$HERE/base-images.sh"
bash "$HERE/tools.sh" "$ROUTE"
[ "$ROUTE" = packages ] || exit 0

# Base images need no binary, and apt mostly waits for the network; but a machine of two cores gains nothing from more
# than one of these at a time.
bash "$HERE/packages/debian-image.sh" "$RUNTIME_IMAGE"
bash "$HERE/packages/node-js-image.sh" "$NODE_JS_IMAGE" "$RUNTIME_IMAGE"
have_image "$NODE_IMAGE" || bash "$HERE/packages/node-base-image.sh" "$NODE_BASE_IMAGE" "$RUNTIME_IMAGE"
bash "$HERE/packages/node-image.sh" "$NODE_IMAGE" "$NODE_BASE_IMAGE"
