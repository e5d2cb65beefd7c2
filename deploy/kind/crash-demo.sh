#!/bin/bash
# crash-demo.sh: the control release beside the first one, the crash demo, and away with the control release.
. "$(dirname "$0")/lib.sh"
READY_WITHIN=5m
CONTROL=checkpoint-unjournaled
chart=$ROOT/deploy/helm/checkpoint

install() {
  helm --kube-context "$CONTEXT" upgrade --install "$RELEASE" "$chart" --namespace "$CONTROL" \
    --values "$chart/ci/kind-values.yaml" --values "$HERE/values.yaml" --values "$HERE/unjournaled-values.yaml" \
    --values "$WORK/images.yaml" --wait --wait-for-jobs --timeout "$READY_WITHIN"
}
uninstall() { helm --kube-context "$CONTEXT" uninstall "$RELEASE" --namespace "$CONTROL" --wait >>"$LOGS/uninstall-control.log" 2>&1; }

[ -s "$KUBECONFIG" ] || fail 'there is no cluster: make kind-up'
trap 'uninstall || true' EXIT
step control-release 60 install
node "$ROOT/chaos/src/crash-demo/main.ts"
