# Run inside the base image of a node: writes a tar of busybox, iptables, ip, nft and conntrack with their libraries.
set -euo pipefail
r=/tmp/root
libraries=/usr/lib/$(uname -m)-linux-gnu
mkdir -p $r/usr/{bin,sbin,lib,lib64} $r/{etc,run,tmp,var} "$r$libraries"
for name in bin sbin lib lib64; do ln -s usr/$name $r/$name; done
ln -s /run $r/var/run
echo 'root:x:0:0:root:/:/bin/sh' >$r/etc/passwd
echo 'root:x:0:' >$r/etc/group
echo 'hosts: files dns' >$r/etc/nsswitch.conf

cp "$(command -v busybox)" $r/usr/bin/busybox
for name in $($r/usr/bin/busybox --list); do [ "$name" = busybox ] || ln -sf busybox $r/usr/bin/"$name"; done
# busybox has its own ip, which cannot do what a network daemon asks for.
rm -f $r/usr/bin/ip
cp -L "$(command -v ip)" $r/usr/sbin/ip
cp -a /usr/sbin/{xtables-nft-multi,xtables-legacy-multi,conntrack,nft} $r/usr/sbin/
for name in iptables ip6tables; do
  for suffix in '' -save -restore; do
    ln -s xtables-nft-multi $r/usr/sbin/$name$suffix
    ln -s xtables-nft-multi $r/usr/sbin/$name-nft$suffix
    ln -s xtables-legacy-multi $r/usr/sbin/$name-legacy$suffix
  done
done
cp -a "$libraries/xtables" "$r$libraries/"

for file in $r/usr/bin/busybox $r/usr/sbin/{ip,nft,conntrack,xtables-nft-multi,xtables-legacy-multi} "$libraries"/xtables/*.so; do
  ldd "$file" 2>/dev/null | grep -oE '/[^ ]+\.so[^ ]*' || true
done | sort -u | while read -r library; do
  # Libraries are named by /lib, which is a link into /usr.
  to=$r/usr/${library#/usr}
  mkdir -p "$(dirname "$to")"
  cp -L "$library" "$to"
done
tar -C $r -c .
