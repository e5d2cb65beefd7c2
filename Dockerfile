# The product's images, a target each: api, worker, witness.
#
#   docker build --target worker --build-arg BUILD_ID=… -t checkpoint/worker:… .
#
# The two base images are arguments, so that the same file serves a machine with a container registry and one without
# (deploy/kind makes them from packages then). It keeps to what Docker's old builder understands, for the same reason.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG RUNTIME_IMAGE=debian:bookworm-slim

# The root under Node: the libraries that Node and Temporal's core load, certificates and tini. No shell, no package
# manager: an attacker finds no tools, and a scanner nothing that we do not use.
FROM $RUNTIME_IMAGE AS root
COPY deploy/images/minimal-root.sh /
RUN bash /minimal-root.sh /rootfs libc6 libgcc-s1 libstdc++6 tini

# Only manifests, so that a change of the program does not install all packages again.
FROM $NODE_IMAGE AS manifests
WORKDIR /app
COPY . .
RUN mkdir /manifests && cp .npmrc package-lock.json /manifests/ && find . -name package.json -exec cp --parents {} /manifests/ ';'

FROM $NODE_IMAGE AS modules
# What a build leaves behind can be told from other people's by this.
LABEL dev.checkpoint.stage=build
WORKDIR /app
COPY --from=manifests /manifests ./
# Without scripts: all that they would do is fetch a Node and a Postgres, which no image uses.
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

FROM modules AS built
COPY . .
RUN node node_modules/vite/bin/vite.js build web --logLevel warn \
    && mkdir bundle && node services/worker/src/bundle.ts bundle/workflows.js

FROM built AS api-files
RUN bash deploy/images/closure.sh services/api /out && cp -r --parents web/dist docs/errors /out/program/

FROM built AS worker-files
RUN bash deploy/images/closure.sh services/worker /out && cp --parents bundle/workflows.js /out/program/

FROM built AS witness-files
RUN bash deploy/images/closure.sh chaos/sink /out

# What the three have in common is one layer, which a node stores once.
FROM scratch AS base
COPY --from=root /rootfs /
COPY --from=modules /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production PATH=/usr/local/bin:/usr/bin
WORKDIR /app
USER 10001:10001
# tini reaps what is left behind and hands signals on: Node as process 1 would ignore them by default.
ENTRYPOINT ["/usr/bin/tini", "--"]

FROM base AS api
COPY --from=api-files /out/dependencies ./
COPY --from=api-files /out/program ./
ARG BUILD_ID=dev
ENV CHECKPOINT_BUILD_ID=$BUILD_ID CHECKPOINT_HOST=0.0.0.0
EXPOSE 3000 9090
CMD ["node", "services/api/src/server.ts"]

FROM base AS worker
COPY --from=worker-files /out/dependencies ./
COPY --from=worker-files /out/program ./
ARG BUILD_ID=dev
ENV CHECKPOINT_BUILD_ID=$BUILD_ID CHECKPOINT_WORKFLOW_BUNDLE=/app/bundle/workflows.js
EXPOSE 9090 9464
CMD ["node", "services/worker/src/main.ts"]

FROM base AS witness
COPY --from=witness-files /out/dependencies ./
COPY --from=witness-files /out/program ./
ARG BUILD_ID=dev
ENV CHECKPOINT_BUILD_ID=$BUILD_ID WITNESS_HOST=0.0.0.0
EXPOSE 3001 2525
CMD ["node", "chaos/sink/src/server.ts"]
