#!/bin/bash
# cluster.sh: the kind cluster, its nodes ready, and the namespaces. A cluster that is there is kept.
. "$(dirname "$0")/lib.sh"
. "$HERE/base-images.sh"
READY_WITHIN=180s

create() {
  # What an earlier try has left makes kind refuse the name.
  kind delete cluster --name "$CLUSTER" --kubeconfig "$KUBECONFIG"
  sed -e "s/API_PORT/$API_PORT/; s/WITNESS_PORT/$WITNESS_PORT/; s/PROMETHEUS_PORT/$PROMETHEUS_PORT/; s/TRACES_PORT/$TRACES_PORT/" \
    "$HERE/cluster.yaml" >"$WORK/cluster.yaml"
  # Without --image kind would ask a registry for its default one.
  kind create cluster --name "$CLUSTER" --image "$NODE_IMAGE" --config "$WORK/cluster.yaml" --kubeconfig "$KUBECONFIG"
}

ready() {
  kubectl --context "$CONTEXT" wait --for=condition=Ready nodes --all --timeout="$READY_WITHIN"
  kubectl --context "$CONTEXT" -n kube-system rollout status deployment/coredns --timeout="$READY_WITHIN"
  kubectl --context "$CONTEXT" apply -f "$HERE/namespaces.yaml"
}

# After a restart of Docker the containers stand still, and kind has no command to start them.
for node in $(docker ps -aq --filter "label=io.x-k8s.kind.cluster=$CLUSTER" --filter status=exited); do docker start "$node" >/dev/null; done
kubectl --context "$CONTEXT" --request-timeout=5s get nodes >/dev/null 2>&1 || step create-cluster 30 create
step nodes-ready 10 ready
