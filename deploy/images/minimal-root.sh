#!/bin/bash
# minimal-root.sh TARGET PACKAGE…: unpacks Debian packages into an empty root, without their install scripts, and
# adds what a process expects of a root: certificates, an account, an order of name look-up.
set -euo pipefail
target=$1
shift
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ca-certificates >/dev/null

mkdir -p "$target"/{etc/ssl/certs,tmp,usr/bin,usr/sbin,usr/lib,usr/lib64,var/lib/dpkg/status.d}
# Packages of this release still ship /lib and /lib64, which are links into /usr on every installed system.
for name in bin sbin lib lib64; do ln -s "usr/$name" "$target/$name"; done
cd "$(mktemp -d)"
apt-get download -qq base-files "$@" 2>/dev/null
for package in *.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x -C "$target" --keep-directory-symlink
  # Where scanners of images look for packages that no dpkg has installed.
  dpkg-deb --field "$package" >"$target/var/lib/dpkg/status.d/${package%%_*}"
done
# Converters between character sets are the larger half of libc6; Node brings its own.
rm -rf "$target"/usr/share/{doc,man,info,lintian,locale} "$target"/usr/lib/*/gconv

cp /etc/ssl/certs/ca-certificates.crt "$target/etc/ssl/certs/"
printf 'root:x:0:0::/:/usr/sbin/nologin\ncheckpoint:x:10001:10001::/app:/usr/sbin/nologin\n' >"$target/etc/passwd"
printf 'root:x:0:\ncheckpoint:x:10001:\n' >"$target/etc/group"
printf 'hosts: files dns\n' >"$target/etc/nsswitch.conf"
chmod 1777 "$target/tmp"
