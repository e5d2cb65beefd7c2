# Checkpoint on one machine. `make` alone prints what there is.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-print-directory --no-builtin-rules
.DEFAULT_GOAL := help

# Node 24 comes with the dependencies; npm itself runs on the Node of the machine, which it does not replace under itself.
BIN := $(CURDIR)/node_modules/.bin
RUN := PATH="$(BIN):$$PATH"
DEPENDENCIES := node_modules/.checkpoint-dependencies
PANEL := web/dist/index.html
PANEL_SOURCES := $(shell find web packages/contracts/src -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/test/*' 2>/dev/null)
# make test FILES="packages/journal/test/death.test.ts": only these.
FILES ?=

.PHONY: help
help:
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@printf '\nThe first run builds Temporal once, if no copy of it is found: some five minutes on two cores.\n'

##@ See it work
.PHONY: demo dev
demo: setup ## the main job with a kill in the middle, then the verdict
	@$(RUN) node deploy/local/src/demo/main.ts

dev: setup ## the whole stack, with the panel on http://127.0.0.1:3000, until Ctrl-C
	@exec env $(RUN) node deploy/local/src/dev.ts

.PHONY: upgrade-demo
upgrade-demo: $(DEPENDENCIES) ## a release in the middle of a run: it keeps its path, the next run takes the new one
	@$(RUN) node services/worker/test/upgrade/main.ts

##@ Check it
.PHONY: replay-gate
replay-gate: $(DEPENDENCIES) ## may this build take over the runs that past versions began? recorded histories, without a server
	@$(RUN) npm run --silent replay-gate

.PHONY: test verify doctor
test: setup chromium prometheus ## every test that needs no cluster; FILES="…" picks some
	@exec env $(RUN) node scripts/test.ts $(FILES)

.PHONY: crash-matrix schedules mutants
crash-matrix: $(DEPENDENCIES) ## each delivery class, crash point and kind of crash, on real processes; writes docs/crash-matrix.md
	@exec env $(RUN) node packages/journal/test/matrix/main.ts

schedules: $(DEPENDENCIES) ## interleavings of the moves of the journal: all with few departures, then at random
	@exec env $(RUN) node packages/journal/test/schedules/main.ts

mutants: $(DEPENDENCIES) ## the journal broken on purpose, one way at a time: each must turn the proof red
	@exec env $(RUN) node packages/journal/test/mutants/main.ts

.PHONY: chart-check
chart-check: $(DEPENDENCIES) ## the Helm chart under Helm 3 and 4: lint, unit tests, refusals, schemas, README; builds its tools once
	@exec env $(RUN) node scripts/chart/main.ts

verify: $(DEPENDENCIES) ## format, lint, types, docs, licences and unit tests
	@$(RUN) npm run --silent verify

doctor: ## what this machine lacks, and how to get it
	@command -v node >/dev/null || { echo 'MISSING  Node.js: install version 20 or newer (Debian: apt-get install nodejs npm)'; exit 1; }
	@node scripts/doctor.mjs

##@ On Kubernetes
.PHONY: kind-up kind-down images deploy crash-demo e2e
kind-up: setup ## a kind cluster with everything in it, from nothing; from packages where no container registry answers
	@$(RUN) bash deploy/kind/up.sh

images: $(DEPENDENCIES) ## the images of this working tree, in the nodes of the cluster
	@$(RUN) bash deploy/kind/images.sh
	@bash deploy/kind/load.sh

deploy: ## the chart with these images, until every pod is ready
	@bash deploy/kind/deploy.sh

crash-demo: $(DEPENDENCIES) ## twenty runs in the cluster, whose workers, API, stores and a node are taken away; then the verdict
	@exec env $(RUN) bash deploy/kind/crash-demo.sh

e2e: $(DEPENDENCIES) ## the crash demo, helm test, every query of the dashboard, and what the API's account may do
	@exec env $(RUN) bash deploy/kind/e2e.sh

kind-down: ## deletes the cluster and all that it left; PURGE=1 takes its images and programs along
	@bash deploy/kind/down.sh $(if $(PURGE),--all)

##@ Set up, clean up
.PHONY: setup clean
setup: $(DEPENDENCIES) $(PANEL) ## dependencies, panel, copies of slow builds; the targets above do it by themselves
	@$(RUN) node scripts/prime-cache.ts

clean: ## what was built, and all data of the local stack; the cache of Temporal stays
	@if [ -x "$(BIN)/node" ]; then $(RUN) node scripts/clean.ts; fi
	rm -rf web/dist node_modules

# A stamp of our own: npm's says nothing about installs that were stopped in the middle.
$(DEPENDENCIES): package-lock.json
	@command -v npm >/dev/null || { echo 'npm is missing: run make doctor'; exit 1; }
	@echo 'installing dependencies (npm ci)'
	@npm ci --loglevel=error
	@touch $@

$(PANEL): $(PANEL_SOURCES) | $(DEPENDENCIES)
	@echo 'building the panel'
	@$(RUN) npm run --silent build:web
	@touch $@

.PHONY: chromium
chromium:
	@scripts/ensure-chromium.sh

.PHONY: prometheus
prometheus:
	@scripts/ensure-prometheus.sh
