#!/bin/bash
# binaries.sh NAME…: builds these programs of a cluster from their Go modules, where they are not there yet.
#   hyperkube   all of Kubernetes, kubectl and etcd in one: what they share is compiled and stored once
#   coredns     a module of its own: the version that kubeadm asks for does not build with Kubernetes 1.34's client
#   kind, helm, crictl
. "$(dirname "$0")/../lib.sh"
LINK_S=20 REPORT_EVERY_S=15
# Without C the programs are static, and without paths and dates each build links the same bytes.
export CGO_ENABLED=0 GOFLAGS='-buildvcs=false -trimpath' GOWORK=off
BUILD_DATE=2025-12-01T00:00:00Z

# kubeadm refuses to work with a version that it cannot parse, and without these flags there is none.
kubernetes_version_flags() {
  local minor package field
  minor=$(cut -d. -f2 <<<"$KUBERNETES_VERSION")
  for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    for field in "gitVersion=v$KUBERNETES_VERSION" gitMajor=1 "gitMinor=$minor" gitCommit=0000000000000000000000000000000000000000 \
      gitTreeState=clean "buildDate=$BUILD_DATE"; do
      printf ' -X %s.%s' "$package" "$field"
    done
  done
}

# Counts the packages that the compiler names in its output, and tells on file descriptor 7 what is left.
report() {
  local total=$1 log=$2 started=$SECONDS done elapsed
  while sleep "$REPORT_EVERY_S"; do
    done=$(wc -l <"$log") elapsed=$((SECONDS - started))
    [ "$done" -eq 0 ] || printf '\n%46s %d of %d packages, about %d s left ' '' "$done" "$total" \
      $((elapsed * (total - done) / done + LINK_S)) >&7
  done
}

compile() { # NAME FOLDER PACKAGE LINKER_FLAGS
  local reporter log=$LOGS/compile-$1.log code=0
  cd "$HERE/packages/$2"
  go mod download
  : >"$log"
  report "$(go list -deps "$3" | wc -l)" "$log" &
  reporter=$!
  nice go build -v -ldflags "-s -w $4" -o "$BIN/.$1" "$3" 2>"$log" || code=$?
  kill "$reporter"
  [ "$code" = 0 ] || { cat "$log"; return "$code"; }
  mv "$BIN/.$1" "$BIN/$1"
}

build() {
  case $1 in
    hyperkube) step build-hyperkube 400 compile hyperkube kubernetes . "$(kubernetes_version_flags)" ;;
    coredns) step build-coredns 60 compile coredns coredns . '' ;;
    kind) step build-kind 30 compile kind kubernetes sigs.k8s.io/kind '' ;;
    helm) step build-helm 30 compile helm kubernetes helm.sh/helm/v3/cmd/helm \
      "-X helm.sh/helm/v3/internal/version.version=v$HELM_VERSION" ;;
    crictl) step build-crictl 20 compile crictl kubernetes sigs.k8s.io/cri-tools/cmd/crictl \
      "-X sigs.k8s.io/cri-tools/pkg/version.Version=v$CRI_TOOLS_VERSION" ;;
  esac
}

for name in "$@"; do
  [ ! -x "$BIN/$name" ] || continue
  command -v go >/dev/null || fail "Go is needed to build $name: install Go 1.26 or newer"
  build "$name"
done
