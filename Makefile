# All commands of people, hooks and the CI are defined here, once. Bare `make` explains the targets.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
SHELL := /bin/bash

PORT ?= 8080
PUC_CACHE ?= $(HOME)/.cache/pulsar-user-center
# Tools keep caches in HOME. If it is not set, they get a directory of this checkout.
ifeq ($(strip $(HOME)),)
export HOME := $(CURDIR)/.cache/home
endif
export PUC_CACHE
# The tests start Python hundreds of times, so bytecode is cached even if the environment disables that.
export PYTHONDONTWRITEBYTECODE =
export JAVA_HOME := $(shell .ci/java-home)

VENV := .venv
BIN := $(VENV)/bin
PYTHON := $(BIN)/python
COMMAND := $(BIN)/usercenter
# `make test` runs one path through each part: tests/selection.yaml says what it leaves to `make test-all`.
RUN ?= test-all
SHORT := $(filter quick test,$(RUN))
PYTEST := $(PYTHON) -m pytest -q -m "not soak$(if $(SHORT), and not only_in_test_all)"
MVN := mvn -B -ntp -q -f pulsar_plugins/pom.xml
PLUGIN := pulsar_plugins/broker/target/pulsar-user-center-broker.jar
CLIENT_PLUGIN := pulsar_plugins/client/target/pulsar-user-center-client.jar
CENTER_TESTS := tests --ignore=tests/end_to_end --ignore=tests/spark_audit --ignore=tests/browser
# Tests without brokers, browsers or long runs, and those of the most used API routes; not those of the tests themselves.
QUICK_TESTS := $(addprefix tests/,access architecture findings granting identity inquiry policy requests rights tokens trail) \
  $(patsubst %,tests/api/test_%.py,access_check access_explain grants guard openapi resources roles)
QUICK_SPARK := $(patsubst %,tests/spark_audit/test_%.py,csv_cells findings report_rows rules texts watched)
# What is used once (of many uses at the same time one succeeds) rests on what differs by database.
USED_ONCE := $(patsubst %,tokens/test_%.py,authorize refresh device client_assertions) \
  identity/test_factors.py messages/test_own_email.py messages/test_sending.py
ON_EVERY_DATABASE := $(addprefix tests/,api architecture/test_migrations.py backup/test_drills.py doctor/test_database_rights.py \
  findings security/canaries trail databases $(USED_ONCE)) $(addprefix tests/upgrades/test_,released.py tables_of_other_versions.py)
CONSOLE_SOURCES := $(shell find console/src console/public -print 2>/dev/null) \
  $(wildcard console/index.html console/vite.config.ts console/tsconfig.json)
PLUGIN_SOURCES := $(shell find pulsar_plugins -path "*/src/*" -print 2>/dev/null) $(wildcard pulsar_plugins/pom.xml pulsar_plugins/*/pom.xml) \
  app/access/operations.json app/brokers/known_holes.json

##@ Use

.PHONY: help
help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  %-18s %s\n", $$1, $$2}' Makefile

.PHONY: run
run: $(VENV)/.run $(COMMAND) console/dist/index.html ## start center and console on one port (PORT=8080); data stays in data/
	@PUC_ENVIRONMENT=$${PUC_ENVIRONMENT:-development} PUC_PORT=$(PORT) $(COMMAND) run

.PHONY: demo
demo: system-java $(VENV)/.test $(PLUGIN) pulsar ## the whole flow on this machine: center, real broker, clients, Spark audit
	@$(PYTHON) -m tests.end_to_end.demo

##@ Check

.PHONY: test test-all
test: ## before a commit: the whole product, one path through each part (15 minutes); FAILED=1: what failed before
test-all: ## before a merge: every case, server, version and screen (40 minutes); FAILED=1: what failed before
test test-all:
	@$(call begin_run) && .ci/system-packages java maven chromium fonts postgresql mariadb curl jq $(if $(filter test-all,$@),go apache haproxy nginx systemd softhsm)
	@export RUN=$@; .ci/lanes $(VENV)/.test check-python check-migrations check-documents check-locks \
	    -- check-java console/node_modules/.ready check-console test-console && \
	  .ci/lanes test-java test-browser test-end-to-end $(if $(filter test,$@),test-databases -- test-spark test-python,-- test-spark test-python test-databases); \
	  status=$$?; .ci/suite --summary || status=1; exit $$status

.PHONY: quick
quick: $(VENV)/.test console/node_modules/.ready system-java ## after each change: style, types, contracts, unit tests, decision cases on both engines (2 minutes)
	@$(call begin_run)
	@export RUN=quick; .ci/lanes quick-python -- check-python check-console quick-java quick-spark; \
	  status=$$?; .ci/suite --summary || status=1; exit $$status

# FAILED=1 keeps the verdicts of the run before.
begin_run = $(if $(FAILED),,rm -rf build/test &&) mkdir -p build/test && touch build/test/begin

.PHONY: quick-python quick-java quick-spark
quick-python:
	@.ci/suite python $(PYTEST) -n 2 $(QUICK_TESTS) $(patsubst %,--ignore=tests/architecture/test_%.py,fragments migrations selection suites)
quick-java:
	@.ci/suite java $(subst -q,,$(MVN)) -pl broker -am test -Dtest='io.github.pulsarusercenter.decision.*Test,io.github.pulsarusercenter.vocabulary.*Test,ArchitectureTest' -Dsurefire.failIfNoSpecifiedTests=false
quick-spark:
	@.ci/suite spark $(PYTEST) $(QUICK_SPARK)

.PHONY: check
check: check-python check-migrations check-documents check-console check-java check-locks ## style, types, layers, migrations, generated documents, lock files

.PHONY: check-python
check-python: $(VENV)/.test
	@.ci/suite style $(SHELL) -c '$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports'

.PHONY: check-migrations
check-migrations: $(VENV)/.test
	@.ci/suite migrations .ci/check-migrations $(BIN)

.PHONY: check-documents
check-documents: $(VENV)/.test
	@.ci/suite documents .ci/documents $(PYTHON) --check

.PHONY: check-console
check-console: console/node_modules/.ready
	@.ci/suite style-console $(SHELL) -c 'cd console && $(call in_console) npm run --silent check'

.PHONY: check-java
check-java: system-java
	@.ci/suite style-java $(MVN) spotless:check

.PHONY: check-locks
check-locks:
	@.ci/suite locks .ci/check-locks

.PHONY: test-python
test-python: $(VENV)/.test ## the center: unit, database and HTTP tests
	@.ci/system-packages curl jq $(if $(SHORT),,haproxy nginx systemd)
	@.ci/suite python $(PYTEST) -n 2 $(CENTER_TESTS)

.PHONY: test-databases
test-databases: $(VENV)/.test ## the whole API suite and what else depends on the database, on PostgreSQL and MariaDB
	@.ci/system-packages postgresql mariadb
	@.ci/with-databases .ci/each-database $(PYTEST) $(ON_EVERY_DATABASE) -k "postgresql or mysql"

.PHONY: test-java
test-java: system-java ## the plugin: JUnit, with the same decision cases as the center
	@.ci/suite java $(subst -q,,$(MVN)) verify

.PHONY: test-console
test-console: console/dist/index.html ## the console builds from its lock file
	@.ci/suite console .ci/check-console-build

.PHONY: test-spark
test-spark: system-java $(VENV)/.test ## the audit jobs on local Spark
	@.ci/suite spark $(PYTEST) --durations=30 --durations-min=5 tests/spark_audit

.PHONY: test-browser
test-browser: system-chromium $(VENV)/.test console/dist/index.html ## a real Chromium against the running service
	@.ci/suite browser $(PYTEST) --durations=15 --durations-min=5 tests/browser

.PHONY: test-end-to-end
test-end-to-end: system-java system-chromium $(VENV)/.test $(PLUGIN) $(if $(SHORT),pulsar,system-go system-apache system-softhsm pulsar-versions relying-parties) console/dist/index.html ## a real Pulsar broker with the plugin and stock clients
	@.ci/suite end-to-end $(PYTEST) -n 2 --durations=20 --durations-min=5 tests/end_to_end

.PHONY: soak
soak: system-java system-go $(VENV)/.test $(PLUGIN) pulsar-versions console/dist/index.html ## the long runs, for a release (hours)
	@.ci/system-packages postgresql mariadb faketime
	@$(PYTHON) -m pytest -m soak tests --ignore=tests/several_centers
	@.ci/with-databases $(PYTHON) -m pytest -m soak tests/several_centers

.PHONY: bench
bench: system-java $(VENV)/.test $(PLUGIN) pulsar ## measure: a table here, JSON in build/bench/; SHORT=1: six entries in 5 minutes
	@.ci/system-packages postgresql mariadb
	@$(PYTHON) -m benchmarks.run $(if $(SHORT),--quick service_decision token_endpoint bare_route questions change_feed snapshot)

.PHONY: load
load: $(VENV)/.test ## a load on the whole center, without and with 200 brokers, a million grants (25 minutes); writes docs/load.md, but with SHORT=1 (5 minutes)
	@.ci/system-packages postgresql mariadb
	@$(PYTHON) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/load.lock
	@$(PYTHON) -m benchmarks.load.run $(if $(SHORT),--short,&& $(PYTHON) -m benchmarks.load.page)

##@ Work

.PHONY: format
format: $(VENV)/.test console/node_modules/.ready system-java ## put all sources into shape
	@$(BIN)/ruff check --fix . && $(BIN)/ruff format .
	@cd console && $(call in_console) npm run --silent format
	@$(MVN) spotless:apply

.PHONY: documents
documents: $(VENV)/.test console/node_modules/.ready ## write docs/openapi.json, the console's types and the operations page anew
	@.ci/documents $(PYTHON)
	@cd console && $(call in_console) npm run --silent generate

.PHONY: lock
lock: $(VENV)/.test console/node_modules/.ready ## write the lock files anew, with hashes and without addresses
	@.ci/lock $(BIN)/uv
	@cd console && $(call in_console) npm install --package-lock-only --ignore-scripts && ../.ci/complete-npm-lock package-lock.json
	@cd tests/end_to_end/relying_parties/programs && PATH="$$(../../../../.ci/node):$$PATH" npm install --package-lock-only --ignore-scripts && ../../../../.ci/complete-npm-lock package-lock.json

.PHONY: release
release: system-java $(VENV)/.test $(PLUGIN) console/dist/index.html ## write dist/: wheel, plugins, lists of parts (SBOM), notices, checksums
	@.ci/release $(BIN) dist && ls -l dist

.PHONY: clean
clean: ## remove what was built or installed here; keeps data/ and the download cache
	rm -rf build dist $(VENV) .node .cache console/node_modules console/dist pulsar_plugins/*/target
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- Prerequisites of the targets. Stamp files make a second run a matter of seconds. ---

$(VENV)/bin/python:
	@.ci/create-venv $(VENV)

pip_install = .ci/show-steps $$(grep -c == $(1)) "^Collecting " \
  $(PYTHON) -m pip install --disable-pip-version-check --progress-bar off --require-hashes -r $(1)

$(VENV)/.run: requirements/run.lock | $(VENV)/bin/python
	@echo "Installing the service's Python packages …"
	@$(call pip_install,$<)
	@touch $@

$(VENV)/.test: requirements/test.lock | $(VENV)/bin/python $(COMMAND)
	@echo "Installing the Python packages of service, audit and tests …"
	@$(call pip_install,$<)
	@touch $@ $(VENV)/.run

# The programs `usercenter` and `usercenter-audit` from this checkout: no build, no network. -P: do not import a
# directory `app` of the current directory.
$(COMMAND): Makefile | $(VENV)/bin/python
	@printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s" -P -m spark_audit "$$@"\n' "$(CURDIR)" "$(CURDIR)/$(PYTHON)" > $@-audit
	@printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s" -P -m app "$$@"\n' "$(CURDIR)" "$(CURDIR)/$(PYTHON)" > $@
	@chmod +x $@ $@-audit

# npm and its scripts find the right Node first.
in_console = PATH="$$(../.ci/node):$$PATH"

console/node_modules/.ready: console/package.json console/package-lock.json
	@echo "Installing the console's packages …"
	@cd console && $(call in_console) ../.ci/show-steps $$(grep -c '"node_modules/' package-lock.json) "^npm http [a-z]+ (GET 200 )?[^ ]*/-/" \
	  npm ci --loglevel=http --no-audit --no-fund
	@touch $@

console/dist/index.html: console/node_modules/.ready $(CONSOLE_SOURCES)
	@echo "Building the console …"
	@cd console && $(call in_console) npm run --silent build -- --logLevel warn
	@touch $@

$(PLUGIN): $(PLUGIN_SOURCES) | system-java
	@echo "Building the plugins of broker and clients …"
	@.ci/show-steps 3 "^.INFO. Building [A-Z].*: " $(subst -q,,$(MVN)) package -Dmaven.test.skip=true
	@touch $(PLUGIN) $(CLIENT_PLUGIN)

.PHONY: pulsar
pulsar: $(VENV)/.test | system-java
	@$(PYTHON) -m tests.end_to_end.pulsar.distribution && $(PYTHON) -m tests.end_to_end.pulsar.class_archive

# The brokers of other versions: another 260 MB, needed only by tests.
.PHONY: pulsar-versions
pulsar-versions: pulsar
	@$(PYTHON) -m tests.end_to_end.versions.class_path && $(PYTHON) -m tests.end_to_end.stock.kafka.libraries

# Programs of others that sign people in: oauth2-proxy, Spring Security, libraries for Node.
.PHONY: relying-parties
relying-parties: $(VENV)/.test | system-java system-go
	@$(PYTHON) -m tests.end_to_end.relying_parties.fetched

.PHONY: system-java system-chromium system-go system-apache system-softhsm
system-java:
	@.ci/system-packages java maven
system-chromium:
	@.ci/system-packages chromium fonts
system-go:
	@.ci/system-packages go
system-apache:
	@.ci/system-packages apache
system-softhsm:
	@.ci/system-packages softhsm
