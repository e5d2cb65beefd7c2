#!/bin/bash
# deploy.sh: the chart on the cluster, with the images of images.sh; waits until every pod is ready.
. "$(dirname "$0")/lib.sh"
READY_WITHIN=5m
chart=$ROOT/deploy/helm/checkpoint

install() {
  helm --kube-context "$CONTEXT" upgrade --install "$RELEASE" "$chart" --namespace "$NAMESPACE" \
    --values "$chart/ci/kind-values.yaml" --values "$HERE/values.yaml" --values "$WORK/images.yaml" \
    --wait --wait-for-jobs --timeout "$READY_WITHIN" || { explain; return 1; }
}

# Helm only says that it waited too long; what the pods wait for is in their events.
explain() {
  kubectl --context "$CONTEXT" -n "$NAMESPACE" get pods -o wide
  kubectl --context "$CONTEXT" -n "$NAMESPACE" get events --sort-by=.lastTimestamp --field-selector type!=Normal | tail -n 15
}

# A Helm that was killed leaves its release "pending", and every later one refuses to touch it. Nobody else is at work here.
forget_unfinished() {
  kubectl --context "$CONTEXT" -n "$NAMESPACE" delete secret --selector "owner=helm,name=$RELEASE,status in (pending-install, pending-upgrade)"
}

one_at_a_time deploy
forget_unfinished >/dev/null
[ -s "$WORK/images.yaml" ] || fail 'no images yet: make images'
step helm-install 40 install
