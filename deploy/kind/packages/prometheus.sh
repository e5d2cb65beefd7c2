#!/bin/bash
# prometheus.sh: Prometheus and promtool with their web UI, from Prometheus' Go module, which holds the UI's sources too.
# Debian's package finds no pods: it is built without the discovery of Kubernetes.
. "$(dirname "$0")/../lib.sh"
. "$HERE/packages/go-build.sh"
source=$WORK/build/prometheus

# A copy, since the module cache is read-only. Of some thirty kinds of discovery only that of Kubernetes stays: the others
# bring the clients of every cloud.
copy_source() {
  cd "$HERE/packages/prometheus"
  go mod download github.com/prometheus/prometheus
  rm -rf "$source"
  cp -r "$(go list -m -f '{{.Dir}}' github.com/prometheus/prometheus)" "$source"
  chmod -R u+w "$source"
  printf 'package plugins\n\nimport _ "github.com/prometheus/prometheus/discovery/kubernetes"\n' >"$source/plugins/plugins.go"
}

build_ui() {
  copy_source
  cd "$source/web/ui"
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  for part in lezer-promql codemirror-promql mantine-ui; do npm run build --workspace "@prometheus-io/$part"; done
  mkdir -p static
  mv mantine-ui/dist static/mantine-ui
  # Go would look for packages in here.
  rm -rf node_modules
  cd "$source"
  bash scripts/compress_assets.sh
}

build() { # NAME
  cd "$source"
  compile "$1" "./cmd/$1" -tags builtinassets -ldflags "-s -w -X github.com/prometheus/common/version.Version=$PROMETHEUS_VERSION"
}

[ ! -x "$BIN/prometheus" ] || [ ! -x "$BIN/promtool" ] || exit 0
need_go Prometheus
step build-prometheus-ui 90 build_ui
step build-prometheus 180 build prometheus
step build-promtool 20 build promtool
rm -rf "$source"
