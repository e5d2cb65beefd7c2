# Settings and helpers of the scripts in this folder: to be sourced.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)

CACHE=${CHECKPOINT_CACHE:-$HOME/.cache/checkpoint}
WORK=$CACHE/cluster BIN=$CACHE/cluster/bin LOGS=$CACHE/cluster/logs
CLUSTER=${CHECKPOINT_KIND_CLUSTER:-checkpoint}
NAMESPACE=checkpoint RELEASE=checkpoint
CONTEXT=kind-$CLUSTER
# A file of our own, for every program: nothing here can touch a cluster that somebody else's context points to.
export KUBECONFIG=$WORK/kubeconfig

KUBERNETES_VERSION=1.34.4 KIND_VERSION=0.33.0 HELM_VERSION=3.19.5 CRI_TOOLS_VERSION=1.34.0 PROMETHEUS_VERSION=3.5.0
# The last node image of 1.34 that was published for kind; from 1.35 on a kubelet refuses cgroup v1 by default.
PUBLISHED_NODE_IMAGE=kindest/node:v1.34.8@sha256:02722c2dedddcfc00febf5d27fbeb9b7b2c14294c82109ff4a85d89ac9ba3256
DEBIAN=bookworm
# Node is written down once, for everybody, among the dependencies.
NODE_VERSION=$(sed -n 's/^ *"node": "\([0-9.]*\)",\{0,1\}$/\1/p' "$ROOT/package.json")

# Ports of this machine, on loopback only.
API_PORT=${CHECKPOINT_KIND_API_PORT:-3080}
WITNESS_PORT=${CHECKPOINT_KIND_WITNESS_PORT:-3081}
PROMETHEUS_PORT=${CHECKPOINT_KIND_PROMETHEUS_PORT:-9095}
TRACES_PORT=${CHECKPOINT_KIND_TRACES_PORT:-16686}

mkdir -p "$BIN" "$LOGS"
export PATH="$BIN:$PATH"

say() { printf '%s\n' "$*" >&7; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# What a person sees goes to descriptor 7, so that a script's standard output can be its result (7, since
# make keeps the lowest ones for itself).
{ : >&7; } 2>/dev/null || exec 7>&1

# step NAME ABOUT_SECONDS COMMAND…: runs it with its output in a log, says how long it usually takes and how long it took.
# The command runs in a subshell that stops at its first error; after `||` or `if`, bash would run on past errors.
step() {
  local name=$1 about=$2 log=$LOGS/$1.log started=$SECONDS code=0
  shift 2
  printf '  %-24s about %4d s … ' "$name" "$about" >&7
  set +e
  (set -e; "$@") >"$log" 2>&1 8>&-
  code=$?
  set -e
  if [ "$code" -ne 0 ]; then
    printf 'failed after %d s\n' $((SECONDS - started)) >&7
    tail -n 25 "$log" >&2
    fail "$name failed; the whole log: $log"
  fi
  printf 'took %4d s\n' $((SECONDS - started)) >&7
  printf '%s\t%s\t%d\n' "$(date -u +%FT%TZ)" "$name" $((SECONDS - started)) >>"$LOGS/times.tsv"
}

# content_id PATH…: twelve digits that change with the content of these files and folders of the repository. Tests are no
# part of a program, and what is installed is named by the lock file.
content_id() {
  (cd "$ROOT" && find "$@" '(' -name node_modules -o -name dist -o -name test ')' -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-12)
}

# Two builds or two installs at a time would take each other's results away. Held until the script ends; 8 is not handed on
# to what goes on after it.
one_at_a_time() { exec 8>"$WORK/$1.lock"; flock -n 8 || { say "  waiting for another run of $1"; flock 8; }; }

have_image() { docker image inspect "$1" >/dev/null 2>&1; }

# docker build, with whichever builder there is: Debian's Docker has only the old one. BuildKit would add an attestation,
# which makes of one image a list that `kind load` cannot take apart.
build_image() {
  if docker buildx version >/dev/null 2>&1; then docker buildx build --load --provenance=false "$@"
  else DOCKER_BUILDKIT=0 docker build "$@"; fi
}
