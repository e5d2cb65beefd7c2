# Names of the images that everything is built on, for the route that `route.sh` found: to be sourced after lib.sh.
ROUTE=$(bash "$HERE/route.sh")
if [ "$ROUTE" = registry ]; then
  RUNTIME_IMAGE=debian:$DEBIAN-slim
  NODE_JS_IMAGE=node:$NODE_VERSION-$DEBIAN-slim
  NODE_IMAGE=$PUBLISHED_NODE_IMAGE
else
  RUNTIME_IMAGE=checkpoint-build/debian:$DEBIAN
  NODE_JS_IMAGE=checkpoint-build/node:$NODE_VERSION
  NODE_BASE_IMAGE=checkpoint-build/kind-base:$(content_id deploy/kind/packages/node/Dockerfile deploy/kind/packages/node/containerd.toml)
  NODE_IMAGE=checkpoint-build/kind-node:v$KUBERNETES_VERSION-$(content_id deploy/kind/packages/node deploy/kind/packages/node-image.sh)
fi
