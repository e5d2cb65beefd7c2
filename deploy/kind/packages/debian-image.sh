#!/bin/bash
# debian-image.sh TAG: a Debian base image from Debian's packages, as small as the published "slim" one.
. "$(dirname "$0")/../lib.sh"
tag=$1

make_image() {
  local root=$WORK/build/debian sources=/etc/apt/sources.list.d/debian.sources mirror=
  command -v debootstrap >/dev/null ||
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap
  # The mirror that this machine uses is the one that it reaches.
  [ ! -f "$sources" ] || mirror=$(sed -nE 's/^URIs: *([^ ]+).*/\1/p' "$sources" | grep -v security | head -n 1)
  rm -rf "$root"
  debootstrap --variant=minbase --include=ca-certificates "$DEBIAN" "$root" $mirror
  if [ -f "$sources" ]; then rm -f "$root/etc/apt/sources.list"; cp "$sources" "$root/etc/apt/sources.list.d/"; fi
  # As in published images: what apt keeps for another time would be twice the size of what it installs.
  cat >"$root/etc/apt/apt.conf.d/docker-clean" <<'A'
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
A
  rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/cache/apt/*.bin "$root"/var/lib/apt/lists/* "$root"/var/log/* "$root"/usr/share/{doc,man,info,locale}/*
  tar -C "$root" -c . | docker import --change 'CMD ["bash"]' - "$tag"
  rm -rf "$root"
}

have_image "$tag" || step debian-image 40 make_image
