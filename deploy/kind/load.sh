#!/bin/bash
# load.sh: puts the images that images.sh has listed into the nodes that lack them.
# Not by `kind load docker-image`: it saves and unpacks every image by itself, and layers that images share each time.
. "$(dirname "$0")/lib.sh"

# Of the listed images those that a node does not have. Docker Hub's name is what containerd puts in front.
missing_on() { comm -23 "$WORK/images" <(docker exec "$1" ctr -n k8s.io images ls -q | sed -n 's#^docker.io/##p' | sort); }

load() {
  local node images
  for node in $(kind get nodes --name "$CLUSTER"); do
    images=$(missing_on "$node")
    [ -n "$images" ] || continue
    # One platform, since that is all that a local image has.
    docker save $images | docker exec --privileged -i "$node" ctr -n k8s.io images import --digests --snapshotter=overlayfs -
  done
}

anything_missing() { for node in $(kind get nodes --name "$CLUSTER"); do [ -z "$(missing_on "$node")" ] || return 0; done; return 1; }
if anything_missing; then step load-images 60 load; fi
