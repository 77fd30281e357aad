# Everything a developer does with Callup. `make run` and `make test` set
# themselves up: they need Go 1.26, git and any Node.js with npm 10.
#
# What they download lies in .tools, web/node_modules and
# internal/embeddedpg/bundle, all ignored by git. Stamps in .tools/stamps
# remember what is done, so that later runs do only what has changed.

MAKEFLAGS += --no-builtin-rules --no-print-directory
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

TOOLS  := $(CURDIR)/.tools
STAMPS := .tools/stamps
# The checkout's own Node.js comes first, when the system's was too old.
export PATH := $(TOOLS)/node/bin:$(TOOLS)/bin:$(PATH)
# Pure Go: no C compiler is needed, and bin/callup runs on any system of its kind.
export CGO_ENABLED := 0
# One set of flags for all, so that nothing is compiled twice: paths don't matter, also where tests build in another folder.
export GOFLAGS := -trimpath -buildvcs=false
export GOLANGCI_LINT_CACHE := $(TOOLS)/golangci-lint-cache

GOLANGCI_LINT_VERSION := v2.15.0
GOLANGCI_LINT := .tools/bin/golangci-lint-$(GOLANGCI_LINT_VERSION)

GOTESTSUM_VERSION := v1.13.0
GOTESTSUM := .tools/bin/gotestsum-$(GOTESTSUM_VERSION)

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

# Folders are listed too: a file that is removed changes its folder.
WEB_SOURCES := $(shell find web \( -path web/node_modules -o -path web/dist -o -path web/e2e -o -path web/test-results \
  -o -path web/playwright-report -o -path web/shots -o -name '*.tsbuildinfo' \) -prune -o ! -path web -print 2>/dev/null)

# How long the tests of a package may take on a machine that is busy with other things before they count as stuck.
PATIENCE := 30m

# Test programs are linked in half the time without what a debugger needs. Panics and race reports name lines all the same.
UNDEBUGGED := -ldflags '-s -w'

HAS_CC := $(shell command -v cc 2>/dev/null)

# Records how long each test takes, and how it ends, beside the output that a person reads.
RECORDED = $(GOTESTSUM) --format pkgname --format-hide-empty-pkg --jsonfile $(LOGS)/$@.json --

# What test-crash and test-faults run.
SHORTER := -skip '^Test(Crash|Faults|Upgrade)'

# Packages in which much happens at once: their tests run with the race detector, where there is a C compiler for it.
RACE := ./readapi/live ./internal/bus ./internal/ratelimit ./eventstore/pgstore ./eventstore/kurrentdb ./projections/projector/... \
  ./commands/reactors/...
# Those of others run with it in make test-deep alone.
RACE_DEEP := ./commands/... ./projections/... $(addprefix ./eventstore/,observed/... reach/... selection/... storetest/...)
# The detector makes these ten times slower, so that it sees a part of them, and fewer writers. Without it they run whole: the
# one in make test, the other in make test-deep.
WHOLE := ./eventstore/pgstore
WHOLE_DEEP := ./eventstore/kurrentdb
SEEN_IN_PART := -skip '^TestContract$$/^among_others$$|^TestReadingThroughFaults$$'

.PHONY: help
help: ## Show what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Build Callup and start it with its own Postgres (CALLUP_ADDR, CALLUP_DATA)
	@exec bin/callup serve

.PHONY: build
build: bin/callup ## Build bin/callup, which carries web app, migrations and Postgres

# The lanes run side by side; within a lane one target comes after the other.
LOGS := $(TOOLS)/logs
SUITE = go run ./scripts/suite -logs $(LOGS)

.PHONY: test
test: build $(GOTESTSUM) $(STAMPS)/browser ## Everything a change must pass, TOGETHER lanes at once (2)
	@$(SUITE) -flaky flaky.json -together $(or $(TOGETHER),2) "browser: test-browser" "go: test-go" "race: test-race test-faults" \
	  "checks: verify lint test-web test-crash"
	@printf '\n──── make test: all passed\n'

# The first time there is a web app to build: pages that the server writes name its files.
.PHONY: check
check: $(STAMPS)/postgres $(STAMPS)/web-deps web/dist/index.html $(GOLANGCI_LINT) ## What checks your change: since the branch left origin, or SINCE=commit
	@$(SUITE) -changed -lint $(CURDIR)/$(GOLANGCI_LINT) -since '$(SINCE)'

.PHONY: browser
browser: $(STAMPS)/browser # Chromium for the tests: the system's, or one that is installed

.PHONY: newcomer
newcomer: build $(STAMPS)/browser ## What a newcomer does in a new clone: make run, a gift, Ctrl-C, make run, an audit
	@node web/e2e/newcomer.ts

.PHONY: test-long
test-long: build $(STAMPS)/browser ## The long forms of what make test does in short; once before an issue ends
	@CALLUP_TEST_LONG=1 $(SUITE) "browser: test-browser test-browser-long shots" "program: test-crash test-faults faults"

.PHONY: test-race
test-race: setup $(GOTESTSUM) # The tests of the Go packages in which much happens at once, with the race detector
ifneq ($(HAS_CC),)
	@mkdir -p $(LOGS) && CGO_ENABLED=1 $(RECORDED) -vet off $(UNDEBUGGED) -timeout $(PATIENCE) -race $(SEEN_IN_PART) $(RACE)
else
	@echo "the race detector needs a C compiler, and there is none here: make test-go runs these tests without it"
endif

.PHONY: test-go
test-go: setup $(GOTESTSUM) # The tests of the other Go packages, but for those that kill or upgrade
	@mkdir -p $(LOGS) && $(RECORDED) -vet off $(UNDEBUGGED) -timeout $(PATIENCE) $(SHORTER) $(if $(HAS_CC),$$(go list ./... | grep -vxF "$$(go list $(RACE))") $(WHOLE),./...)

.PHONY: test-deep
test-deep: build $(STAMPS)/caddy ## What make test has one of each kind of: all faults, all planted bugs, more races; CI runs it too
	@CALLUP_TEST_DEEP=1 $(SUITE) -together 2 "faults: test-faults test-whole" "race: test-race-deep"

.PHONY: test-race-deep
test-race-deep: setup # The tests of further packages with the race detector
ifneq ($(HAS_CC),)
	@CGO_ENABLED=1 go test -vet off $(UNDEBUGGED) -timeout $(PATIENCE) -race $$(go list $(RACE_DEEP) | grep -vxF "$$(go list $(RACE))")
else
	@echo "the race detector needs a C compiler, and there is none here: make test-go runs these tests without it"
endif

.PHONY: test-whole
test-whole: setup # What the race detector sees in part, without it; media in a real S3 server, the Caddyfile in caddy
	@go test -vet off $(UNDEBUGGED) -timeout $(PATIENCE) $(WHOLE_DEEP)
	@go test -vet off $(UNDEBUGGED) -timeout $(PATIENCE) -count=1 -run '^TestStores_' ./internal/media
	@go test -vet off $(UNDEBUGGED) -timeout $(PATIENCE) -count=1 -run '^TestCaddyfile_' ./cmd/callup/serve

.PHONY: test-eventstore
test-eventstore: ## Build bin/eventstore.test, the event store's tests as one file to carry to a KurrentDB
	@go test -c -o bin/eventstore.test ./eventstore/kurrentdb
	@echo "bin/eventstore.test: run it with CALLUP_TEST_EVENTSTORE_URL=esdb://… where a node can be reached"

.PHONY: test-web
test-web: $(STAMPS)/web-build # Types, unit tests, languages and size of the web app
	@cd web && npm run --silent typecheck && npm run --silent test && npm run --silent i18n:check && npm run --silent size

.PHONY: test-browser
test-browser: build $(STAMPS)/browser # The journeys in a real browser
	@cd web && CALLUP_TEST_BROWSER="$$(cat ../.tools/browser)" npm run --silent e2e

.PHONY: test-browser-again
test-browser-again: # The journeys that failed in the run before, one after the other
	@cd web && CALLUP_TEST_BROWSER="$$(cat ../.tools/browser)" npm run --silent e2e -- --last-failed --workers=1 --trace on

.PHONY: test-browser-long
test-browser-long: build $(STAMPS)/browser # Every screen in every language
	@cd web && CALLUP_TEST_BROWSER="$$(cat ../.tools/browser)" npm run --silent e2e:long

.PHONY: test-crash
test-crash: build # Kills the server and Postgres under load and checks what is left; upgrades from the commit before
	@go test -timeout $(PATIENCE) -count=1 -run '^Test(Crash|Upgrade)' ./cmd/callup/serve

.PHONY: test-faults
test-faults: setup # Breaks everything once, and proves that the checker finds planted bugs
	@go test -timeout $(PATIENCE) -count=1 -parallel 3 -run '^TestFaults' ./internal/testing/faults

.PHONY: faults
faults: setup ## Break everything at random, N seeds (default 10) from SEED on (default random), STEPS (25) each
	@go run ./scripts/faults -n $(or $(N),$(if $(SEED),1,10)) -seed $(or $(SEED),0) -steps $(or $(STEPS),25)

.PHONY: bench
bench: setup ## Measure the figures of the speed table beside their references (CALLUP_BENCH_EVENTS)
	@go test -run '^$$' -bench . -benchtime 1x -timeout 60m ./internal/testing/bench ./cmd/callup ./cmd/callup/serve

.PHONY: lighthouse
lighthouse: build $(STAMPS)/browser $(STAMPS)/lighthouse ## Measure how soon a phone shows a page (AGAINST=another bin/callup, in turns)
	@AGAINST='$(AGAINST)' node web/e2e/lighthouse.ts

.PHONY: lint
lint: setup $(GOLANGCI_LINT) ## Go's and the web app's linters; go vet is one of them
	@$(GOLANGCI_LINT) run
	@cd web && npm run --silent lint

# The web app is built from generated files, so they come before it.
.PHONY: generate
generate: $(STAMPS)/postgres $(STAMPS)/web-deps ## Write the generated files again: API description, its types, settings table
	@go run ./cmd/callup openapi >web/openapi.json.new && mv web/openapi.json.new web/openapi.json
	@cd web && npm run --silent generate
	@go run ./scripts/settings

.PHONY: stored
stored: $(STAMPS)/postgres ## Add the names and forms that are stored from now on to the golden files
	@go test ./eventstore/catalog ./projections ./readapi ./commands \
	  -run '^(TestStoredNames|TestAll_StoredNames|TestNames|TestEventsAreWrittenAsEver|TestGoldenFilesNeverChange)$$' -count=1 -args -add

.PHONY: new-event
new-event: ## Make the files of an event: AGGREGATE=campaign NAME=Renamed (of a new aggregate: AREA=community OF=campaign,member)
	@go run ./scripts/new event '$(AGGREGATE)' '$(NAME)' 'area=$(AREA)' 'of=$(OF)'

.PHONY: new-command
new-command: ## Make the files of a command: AREA=giving NAME=thank-donor (ON=interest: the aggregate it decides about)
	@go run ./scripts/new command '$(AREA)' '$(NAME)' 'on=$(ON)'

.PHONY: new-table
new-table: ## Make the files of a read table: AREA=community NAME=campaign_interest KEY=campaign,member EVENT=interest.Shown
	@go run ./scripts/new table '$(AREA)' '$(NAME)' 'key=$(KEY)' 'event=$(EVENT)'

.PHONY: new-query
new-query: ## Make the files of an answer: AREA=giving NAME=my-gifts (ADDRESS=/api/campaigns/{id}/interest TABLE=… BY=…)
	@go run ./scripts/new query '$(AREA)' '$(NAME)' 'path=$(ADDRESS)' 'table=$(TABLE)' 'by=$(BY)'

.PHONY: new-notice
new-notice: ## Make the files of a kind of notice: KIND=thanks_received EVENT=donation.Completed (MAIL=yes: mailed at once, too)
	@go run ./scripts/new notice '$(KIND)' '$(EVENT)' 'mail=$(MAIL)'

.PHONY: new-demo
new-demo: ## Have members of the demo give a command: AREA=community NAME=toggle-interest
	@go run ./scripts/new demo '$(AREA)' '$(NAME)'

.PHONY: new-screen
new-screen: $(STAMPS)/web-deps ## Make the files of a screen: FOLDER=my/settings ROUTE=/my/settings WHO=member EN=… FR=… ES=… (its titles)
	@cd web && npm run --silent new-screen -- '$(FOLDER)' '$(ROUTE)' $(WHO) "$$EN" "$$FR" "$$ES"

.PHONY: text
text: $(STAMPS)/web-deps ## Add a text in all languages: IN=campaign KEY=share.copied EN=… FR=… ES=…
	@cd web && npm run --silent text -- '$(IN)' '$(KEY)' "$$EN" "$$FR" "$$ES"

.PHONY: verify
verify: $(STAMPS)/postgres $(STAMPS)/web-deps ## Check that the generated files are up to date
	@scripts/verify-generated.sh

.PHONY: shots
shots: build $(STAMPS)/browser ## Take screenshots of every page and state into web/shots
	@cd web && CALLUP_TEST_BROWSER="$$(cat ../.tools/browser)" npm run --silent shots

.PHONY: covers
covers: $(STAMPS)/browser ## Draw the pictures of the demo's campaigns anew (ONLY="pitch oven")
	@cd web && CALLUP_TEST_BROWSER="$$(cat ../.tools/browser)" node e2e/covers/make.ts $(ONLY)

.PHONY: stop-postgres
stop-postgres: ## End the Postgres that stays between runs of tests
	@go run ./scripts/stoppostgres

.PHONY: clean
clean: ## Remove what make built and downloaded; data stays
	@go run ./scripts/stoppostgres || true
	@rm -rf bin .tools web/node_modules web/shots web/test-results web/playwright-report
	@find web/dist internal/embeddedpg/bundle -mindepth 1 ! -name .keep ! -name README.md -delete 2>/dev/null || true

# ---- steps of the set-up ----

.PHONY: setup
setup: $(STAMPS)/postgres $(STAMPS)/web-build
	@:

.PHONY: FORCE
FORCE:

web/dist/index.html:
	@$(MAKE) $(STAMPS)/web-build

# Go itself knows best whether there is something to build. In a new clone its packages compile while npm installs and Vite
# builds, which leave a processor idle.
bin/callup: FORCE
	@$(MAKE) -j2 setup $(STAMPS)/compiled
	@go build -ldflags '-s -w -X main.version=$(VERSION)' -o $@ ./cmd/callup

$(STAMPS)/tools: scripts/check-tools.sh
	@scripts/check-tools.sh
	@mkdir -p $(@D) && touch $@

$(STAMPS)/node: scripts/node.sh $(STAMPS)/tools
	@scripts/node.sh
	@touch $@

$(STAMPS)/postgres: scripts/pgbundle/main.go scripts/pgbundle/packages.json $(STAMPS)/tools
	@go run ./scripts/pgbundle
	@touch $@

# Everything but the packages that hold the web app, which is not there yet. What fails is said by the build that follows.
$(STAMPS)/compiled: | $(STAMPS)/postgres
	@go list -deps -export ./cmd/callup >/dev/null 2>&1 || true
	@touch $@

$(STAMPS)/web-deps: web/package.json web/package-lock.json $(STAMPS)/node
	@echo "installing the packages of the web app"
	@cd web && npm ci --no-audit --no-fund --loglevel error || { \
	  echo "make: npm could not install the web app's packages: is its registry reachable?" >&2; exit 1; }
	@touch $@

$(STAMPS)/web-build: $(STAMPS)/web-deps $(WEB_SOURCES)
	@echo "building the web app"
	@cd web && npm run --silent build
	@touch $@

$(STAMPS)/caddy: scripts/caddy.sh
	@scripts/caddy.sh
	@mkdir -p $(@D) && touch $@

$(STAMPS)/browser: scripts/browser.sh $(STAMPS)/web-deps
	@scripts/browser.sh
	@touch $@

$(STAMPS)/lighthouse: $(STAMPS)/node
	@npm install --prefix $(TOOLS)/lighthouse --no-save --no-audit --no-fund --loglevel error lighthouse@13.5.0
	@touch $@

$(GOLANGCI_LINT): | $(STAMPS)/tools
	@echo "building golangci-lint $(GOLANGCI_LINT_VERSION) (a minute or two, once)"
	@GOBIN=$(TOOLS)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)
	@mv .tools/bin/golangci-lint $@

$(GOTESTSUM): | $(STAMPS)/tools
	@GOBIN=$(TOOLS)/bin go install gotest.tools/gotestsum@$(GOTESTSUM_VERSION)
	@mv .tools/bin/gotestsum $@
