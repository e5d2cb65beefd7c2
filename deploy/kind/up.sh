#!/bin/bash
# up.sh: from nothing, or from whatever is there, to a cluster with everything in it.
. "$(dirname "$0")/lib.sh"
FIRST_RUN_ABOUT_MIN=18 COPIES_ABOUT_MIN=6

if [ ! -x "$BIN/kind" ]; then
  if [ -f "$ROOT/../shared/cache/kubernetes-$KUBERNETES_VERSION.tar.xz" ]; then about=$COPIES_ABOUT_MIN; else about=$FIRST_RUN_ABOUT_MIN; fi
  say "The first run takes about $about minutes on two cores; later ones about two. Slow results are kept in $CACHE."
fi
bash "$HERE/docker.sh"
bash "$HERE/base.sh"
bash "$HERE/cluster.sh"
bash "$HERE/images.sh"
bash "$HERE/load.sh"
bash "$HERE/deploy.sh"

say ''
say "API and panel  http://127.0.0.1:$API_PORT"
say "witness        http://127.0.0.1:$WITNESS_PORT"
say "Prometheus     http://127.0.0.1:$PROMETHEUS_PORT"
say "kubectl        export PATH=$BIN:\$PATH KUBECONFIG=$KUBECONFIG"
