#!/bin/bash
# images.sh: builds the images that are missing, each under a tag of its content, puts them into the nodes, and writes
# Helm's values that name them. A tag that stayed the same would leave the old program running.
. "$(dirname "$0")/lib.sh"
. "$HERE/base-images.sh"
common=(Dockerfile .dockerignore .npmrc package.json package-lock.json deploy/images packages)
# Earlier builds that stay, for a way back.
KEEP=3

product() { # NAME ABOUT_SECONDS PATH…: a target of the root Dockerfile, made of these paths beside the common ones
  local name=$1 about=$2 tag
  shift 2
  tag=$(content_id "${common[@]}" "$@")
  image=checkpoint/$name:$tag
  have_image "$image" || step "image-$name" "$about" build_image -q --target "$name" -t "$image" \
    --build-arg "NODE_IMAGE=$NODE_JS_IMAGE" --build-arg "RUNTIME_IMAGE=$RUNTIME_IMAGE" --build-arg "BUILD_ID=$tag" "$ROOT"
}

packaged() { # NAME ABOUT_SECONDS [FILE…]: a folder of images/, with these files beside its Dockerfile
  local name=$1 about=$2 folder=$WORK/build/image-$1
  shift 2
  image=checkpoint/$name:$(content_id "deploy/kind/images/$name" deploy/images)
  have_image "$image" && return
  rm -rf "$folder"
  mkdir -p "$folder"
  cp "$HERE/images/$name"/* "$ROOT/deploy/images/minimal-root.sh" "$@" "$folder/"
  step "image-$name" "$about" build_image -q --build-arg "RUNTIME_IMAGE=$RUNTIME_IMAGE" -t "$image" "$folder"
  rm -rf "$folder"
}

# The image that was made last, as one line of values.
named() { printf '{ repository: %s, tag: "%s", digest: "", pullPolicy: IfNotPresent }' "${image%:*}" "${image##*:}"; }

# The stage with all dependencies is an image of its own, so that the cleaning below leaves it for the next build.
dependencies() {
  local modules=checkpoint-build/dependencies:$(content_id Dockerfile .npmrc package.json package-lock.json)
  have_image "$modules" || step dependencies 40 build_image -q --target modules -t "$modules" \
    --build-arg "NODE_IMAGE=$NODE_JS_IMAGE" --build-arg "RUNTIME_IMAGE=$RUNTIME_IMAGE" "$ROOT"
}

# Docker's old builder keeps each step of each build as an image: half a gigabyte for every change of the program.
tidy() {
  local repository
  docker image prune -f --filter label=dev.checkpoint.stage=build
  for repository in checkpoint/{api,worker,witness} checkpoint-build/dependencies; do
    # Newest first. Only tags of this script: twelve digits.
    docker images --format '{{.Repository}}:{{.Tag}}' "$repository" | grep -E ':[0-9a-f]{12}$' | tail -n "+$((KEEP + 1))" |
      xargs -r docker image rm
  done
}

build_product() {
  dependencies
  product api 100 services/api web docs/errors
  echo "api: { image: $(named) }"
  product worker 30 services/worker agents
  echo "worker: { image: $(named) }"
  product witness 20 chaos/sink
  echo "witness: { image: $(named) }"
}

# With a registry, the chart's own defaults are pulled by the nodes.
build_packaged() {
  packaged postgres 40
  echo "postgresql: { bundled: { image: $(named), exporter: { image: $(named), command: [prometheus-postgres-exporter] } } }"
  mapfile -t programs < <(node "$ROOT/scripts/temporal-programs.ts" 2>&7)
  packaged temporal 15 "${programs[@]}"
  echo "temporal: { bundled: { image: $(named), sqlToolImage: $(named) } }"
  bash "$HERE/packages/prometheus.sh"
  packaged prometheus 20 "$BIN/prometheus" "$BIN/promtool"
  echo "prometheus: { image: $(named) }"
}

one_at_a_time images
{
  build_product
  [ "$ROUTE" = registry ] || build_packaged
} >"$WORK/images.yaml.new"
mv "$WORK/images.yaml.new" "$WORK/images.yaml"
sed -nE 's/.*repository: (checkpoint[^,]*), tag: "([^"]*)".*/\1:\2/p' "$WORK/images.yaml" | sort -u >"$WORK/images"
tidy >/dev/null
