#!/bin/bash
# down.sh: deletes the cluster, its network and its kubeconfig, and stops the Docker daemon if it is one that docker.sh
# started and nothing else runs on it. What was slow to make stays: images in Docker's store, programs in the cache.
#   --all   that as well
. "$(dirname "$0")/lib.sh"

# What `kind delete cluster` does, without needing kind.
delete_cluster() { docker ps -aq --filter "label=io.x-k8s.kind.cluster=$CLUSTER" | xargs -r docker rm -f -v; }
# kind leaves it for the next cluster; others may be on it.
delete_network() { docker network inspect kind && [ "$(docker network inspect -f '{{len .Containers}}' kind)" = 0 ] && docker network rm kind; }
delete_images() { docker images -q 'checkpoint/*' 'checkpoint-build/*' | sort -u | xargs -r docker image rm -f; docker image prune -f; }

stop_docker() {
  local pid
  pid=$(cat "$WORK/dockerd.pid")
  kill "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
  rm -f "$WORK/dockerd.pid"
}

command -v docker >/dev/null || { say 'there is no Docker, so there is nothing to delete'; exit; }
bash "$HERE/docker.sh"
step delete-cluster 3 delete_cluster
delete_network >/dev/null 2>&1 || true
rm -f "$KUBECONFIG" "$WORK/route" "$WORK/images" "$WORK/images.yaml" "$WORK/cluster.yaml"
if [ "${1:-}" = --all ]; then step delete-images 5 delete_images; fi
if [ -s "$WORK/dockerd.pid" ] && [ -z "$(docker ps -q)" ]; then step stop-docker 2 stop_docker; fi
[ "${1:-}" != --all ] || rm -rf "$WORK"
