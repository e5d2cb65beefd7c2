#!/bin/bash
# binaries.sh NAME…: builds these programs of a cluster from their Go modules, where they are not there yet.
#   hyperkube   all of Kubernetes, kubectl and etcd in one: what they share is compiled and stored once
#   coredns     a module of its own: the version that kubeadm asks for does not build with Kubernetes 1.34's client
#   kind, helm, crictl
. "$(dirname "$0")/../lib.sh"
. "$HERE/packages/go-build.sh"
BUILD_DATE=2025-12-01T00:00:00Z

# kubeadm refuses to work with a version that it cannot parse, and without these flags there is none.
kubernetes_version() {
  local minor package field
  minor=$(cut -d. -f2 <<<"$KUBERNETES_VERSION")
  for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    for field in "gitVersion=v$KUBERNETES_VERSION" gitMajor=1 "gitMinor=$minor" gitTreeState=clean "buildDate=$BUILD_DATE" \
      gitCommit=0000000000000000000000000000000000000000; do
      printf ' -X %s.%s' "$package" "$field"
    done
  done
}

# Helm takes the version that `helm template` assumes from these, and without them asks for --kube-version each time.
helm_version() {
  printf -- '-X helm.sh/helm/v3/internal/version.version=v%s' "$HELM_VERSION"
  printf -- ' -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor=1 -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=%s' \
    "$(cut -d. -f2 <<<"$KUBERNETES_VERSION")"
}

build() { # NAME MODULE PACKAGE [LINKER_FLAGS]
  cd "$HERE/packages/$2"
  go mod download
  compile "$1" "$3" -ldflags "-s -w ${4:-}"
}

for name in "$@"; do
  [ ! -x "$BIN/$name" ] || continue
  need_go "$name"
  case $name in
    hyperkube) step build-hyperkube 400 build hyperkube kubernetes . "$(kubernetes_version)" ;;
    coredns) step build-coredns 60 build coredns coredns . ;;
    kind) step build-kind 30 build kind kubernetes sigs.k8s.io/kind ;;
    helm) step build-helm 30 build helm kubernetes helm.sh/helm/v3/cmd/helm "$(helm_version)" ;;
    crictl) step build-crictl 20 build crictl kubernetes sigs.k8s.io/cri-tools/cmd/crictl \
      "-X sigs.k8s.io/cri-tools/pkg/version.Version=v$CRI_TOOLS_VERSION" ;;
  esac
done
