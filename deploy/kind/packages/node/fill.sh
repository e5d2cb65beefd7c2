# Run inside a container that becomes the node image: names for Kubernetes' one binary, and images for containerd's store.
set -euo pipefail
for name in kubeadm kubelet kubectl; do ln -sf hyperkube /usr/bin/$name; done
sed -i "s#PAUSE_IMAGE#$PAUSE_IMAGE#" /etc/containerd/config.toml
printf 'v%s' "$VERSION" >/kind/version
# Each says its version, or the build flags went wrong: kubeadm would fail much later.
kubeadm version -o short | grep -qx "v$VERSION"
kubelet --version | grep -q "v$VERSION"

containerd >/tmp/containerd.log 2>&1 &
for _ in $(seq 100); do ctr version >/dev/null 2>&1 && break; sleep 0.1; done
# Pinned: the kubelet must not remove them when the disk gets full, since nothing could bring them back.
ctr -n k8s.io images import --label=io.cri-containerd.pinned=pinned --all-platforms --no-unpack --digests /images/kube.tar
kill %1
wait %1 || true
rm -f /tmp/containerd.log
