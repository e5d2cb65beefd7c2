#!/bin/bash
# node-base-image.sh TAG BASE_IMAGE: systemd, containerd, runc and CNI plugins, with the entrypoint and units that kind's
# module holds for its node images.
. "$(dirname "$0")/../lib.sh"
tag=$1 base=$2

make_image() {
  local folder=$WORK/build/node-base kind
  cd "$HERE/packages/kubernetes"
  go mod download sigs.k8s.io/kind
  kind=$(go list -m -f '{{.Dir}}' sigs.k8s.io/kind)
  rm -rf "$folder"
  mkdir -p "$folder"
  cp -r "$kind/images/base/files" "$folder/files"
  # The module cache is read-only and has lost the bits of executables.
  chmod -R u=rwX,go=rX "$folder"
  chmod 755 "$folder"/files/usr/local/bin/* "$folder"/files/kind/bin/*
  # For snapshots by FUSE, which Debian's packages do not bring.
  rm -rf "$folder"/files/{LICENSES,usr/local/bin/clean-install,etc/systemd/system/containerd-fuse-overlayfs.service}
  cp "$HERE/packages/node/containerd.toml" "$folder/files/etc/containerd/config.toml"
  cp "$HERE/packages/node/Dockerfile" "$folder/"
  build_image -q --build-arg "BASE_IMAGE=$base" -t "$tag" "$folder"
  rm -rf "$folder"
}

have_image "$tag" || step node-base-image 15 make_image
