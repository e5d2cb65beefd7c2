#!/bin/bash
# node-js-image.sh TAG BASE_IMAGE: Node and npm on Debian, to build with. Both come from their npm packages.
. "$(dirname "$0")/../lib.sh"
tag=$1 base=$2
NPM_VERSION=11.19.1

make_image() {
  local folder=$WORK/build/node-js
  rm -rf "$folder"
  mkdir -p "$folder"
  cd "$folder"
  npm install --prefix . --no-audit --no-fund --loglevel=error "node@$NODE_VERSION" "npm@$NPM_VERSION"
  # A network that reads along with TLS is trusted by this machine and must be by the build; no image that runs gets this.
  cp /etc/ssl/certs/ca-certificates.crt .
  cat >Dockerfile <<D
FROM $base
COPY node_modules/node/bin/node /usr/local/bin/node
COPY node_modules/npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && node --version && npm --version
D
  build_image -q -t "$tag" .
  rm -rf "$folder"
}

have_image "$tag" || step node-js-image 20 make_image
