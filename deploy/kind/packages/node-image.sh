#!/bin/bash
# node-image.sh TAG BASE: an image for `kind create cluster --image`: the base of a node, Kubernetes, and inside it, in
# containerd's store, the images of all that kubeadm starts.
. "$(dirname "$0")/../lib.sh"
tag=$1 base=$2
root_image=checkpoint-build/kube-root:local kube_image=checkpoint-build/kube:local agents_image=checkpoint-build/node-agents:local
folder=$WORK/build/node-image

# Names and tags of images by kubeadm's own word.
wanted() { grep -E "/$1:" <<<"$wanted_images"; }

# The root of those images: busybox, iptables, ip and conntrack with the libraries that they load.
make_root() {
  mkdir -p "$folder/root"
  docker run --rm -i --entrypoint bash "$base" <"$HERE/packages/node/collect-root.sh" >"$folder/root/root.tar"
  printf 'FROM scratch\nADD root.tar /\nENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n' >"$folder/root/Dockerfile"
  build_image -q -t "$root_image" "$folder/root"
}

# Every component of Kubernetes is one binary under many names, and so one image.
make_kube() {
  mkdir -p "$folder/kube"
  cp "$BIN/hyperkube" "$folder/kube/"
  cat >"$folder/kube/Dockerfile" <<D
FROM $root_image
COPY hyperkube /usr/local/bin/hyperkube
RUN for name in kube-apiserver kube-controller-manager kube-scheduler kube-proxy kubectl etcd; do ln -s hyperkube /usr/local/bin/\$name; done
D
  build_image -q -t "$kube_image" "$folder/kube"
}

make_agents() {
  mkdir -p "$folder/agents"
  cp "$HERE/packages/node/kindnetd" "$HERE/packages/node/local-volumes" "$folder/agents/"
  printf 'FROM %s\nCOPY kindnetd local-volumes /usr/local/bin/\n' "$kube_image" >"$folder/agents/Dockerfile"
  build_image -q -t "$agents_image" "$folder/agents"
}

make_single() { # TAG BINARY: an image of one static program
  mkdir -p "$folder/single"
  cp "$2" "$folder/single/program"
  printf 'FROM scratch\nCOPY program /%s\nENTRYPOINT ["/%s"]\n' "$(basename "$2")" "$(basename "$2")" >"$folder/single/Dockerfile"
  build_image -q -t "$1" "$folder/single"
}

make_cluster_images() {
  local name names=()
  make_root
  make_kube
  for name in kube-apiserver kube-controller-manager kube-scheduler kube-proxy etcd; do
    docker tag "$kube_image" "$(wanted $name)"
    names+=("$(wanted $name)")
  done
  make_agents
  CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$folder/pause" "$HERE/packages/node/pause.go"
  make_single "$(wanted pause)" "$folder/pause"
  make_single "$(wanted coredns)" "$BIN/coredns"
  mkdir -p "$folder/images"
  docker save "${names[@]}" "$agents_image" "$(wanted pause)" "$(wanted coredns)" -o "$folder/images/kube.tar"
}

# Files cannot be put into containerd's store by a Dockerfile: a container with containerd running in it is filled,
# stopped and made an image.
make_node() {
  local container
  # The entrypoint would set up a node, which needs privileges that this does not.
  container=$(docker run -d --entrypoint sleep --security-opt seccomp=unconfined -v "$folder/images:/images:ro" "$base" infinity)
  docker cp "$BIN/hyperkube" "$container:/usr/bin/hyperkube"
  docker cp "$BIN/crictl" "$container:/usr/local/bin/crictl"
  docker cp "$HERE/packages/node/default-cni.yaml" "$container:/kind/manifests/default-cni.yaml"
  docker cp "$HERE/packages/node/default-storage.yaml" "$container:/kind/manifests/default-storage.yaml"
  docker exec -i -e "VERSION=$KUBERNETES_VERSION" -e "PAUSE_IMAGE=$(wanted pause)" "$container" bash <"$HERE/packages/node/fill.sh" ||
    { docker rm -f -v "$container"; return 1; }
  docker commit --change 'ENTRYPOINT ["/usr/local/bin/entrypoint", "/sbin/init"]' --change 'CMD []' "$container" "$tag"
  docker rm -f -v "$container"
}

make_image() {
  rm -rf "$folder"
  mkdir -p "$folder"
  wanted_images=$("$BIN/kubeadm" config images list --kubernetes-version "v$KUBERNETES_VERSION")
  make_cluster_images
  make_node
  # They live on inside the node image; here they would only take disk.
  docker image rm $wanted_images "$agents_image" "$kube_image" "$root_image"
  rm -rf "$folder"
}

have_image "$tag" || step node-image 20 make_image
