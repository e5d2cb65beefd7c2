#!/bin/bash
# tools.sh: kind, helm and kubectl of the pinned versions, in a folder of our own. From copies of slow builds if there are
# any beside the repository, else from what is installed, else built from their Go modules.
. "$(dirname "$0")/lib.sh"
copies=$ROOT/../shared/cache/kubernetes-$KUBERNETES_VERSION.tar.xz

link_kubernetes() { for name in kubeadm kubelet kubectl; do ln -sf hyperkube "$BIN/$name"; done; }
unpack_copies() { tar -C "$BIN" -xJf "$copies" && link_kubernetes; }

# kubectl of the version of the nodes is in their image.
kubectl_of_node_image() {
  docker run --rm --entrypoint cat "$PUBLISHED_NODE_IMAGE" /usr/bin/kubectl >"$BIN/.kubectl"
  chmod +x "$BIN/.kubectl" && mv "$BIN/.kubectl" "$BIN/kubectl"
}

# Another minor version of helm or kind renders or names things differently; the patch does not matter.
installed() { "$1" version 2>/dev/null | grep -qF "v${2%.*}."; }

if [ ! -x "$BIN/hyperkube" ] && [ "$(uname -m)" = x86_64 ] && [ -f "$copies" ]; then step unpack-copies 4 unpack_copies; fi
if [ "$1" = packages ]; then
  bash "$HERE/packages/binaries.sh" hyperkube coredns crictl kind helm
  link_kubernetes
else
  installed kind "$KIND_VERSION" || bash "$HERE/packages/binaries.sh" kind
  installed helm "$HELM_VERSION" || bash "$HERE/packages/binaries.sh" helm
  [ -x "$BIN/kubectl" ] || step kubectl 10 kubectl_of_node_image
fi
