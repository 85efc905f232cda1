# Everything a person does with a checkout. `make help` lists the targets.
# Needs only Python 3.11 or newer (with its venv module) and make; the rest is installed into .venv,
# each file checked against the hashes in requirements/.

VENV  := .venv
BIN   := $(VENV)/bin
PIP   := $(BIN)/python -m pip --disable-pip-version-check
UV    := uv==0.13.9
ARGS  ?=

IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
HAS_VENV      := import venv, ensurepip

# The first interpreter on the path that is new enough; PYTHON=... chooses another.
PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$each -c '$(IS_NEW_ENOUGH)' >/dev/null 2>&1; then echo $$each; break; fi; done)

.DEFAULT_GOAL := help
.PHONY: help venv run test lint types contracts unit format soak bench lock wheel clean check-python

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

# -- the environment ---------------------------------------------------------------------------------

check-python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Railhead needs Python 3.11 or newer, found: $$(python3 --version 2>&1 || true)." >&2; \
		echo "Install it:  sudo apt-get install python3 python3-venv   (Debian 12, Ubuntu 24.04 and newer)" >&2; \
		echo "             sudo dnf install python3.12                 (Fedora, RHEL)" >&2; \
		echo "             brew install python                         (macOS)" >&2; \
		exit 1; \
	elif ! $(PYTHON) -c '$(IS_NEW_ENOUGH)' 2>/dev/null; then \
		echo "Railhead needs Python 3.11 or newer; $(PYTHON) is not: $$($(PYTHON) --version 2>&1)." >&2; exit 1; \
	elif ! $(PYTHON) -c '$(HAS_VENV)' 2>/dev/null; then \
		echo "$(PYTHON) lacks the venv module. Install it:  sudo apt-get install python3-venv" >&2; exit 1; \
	fi

$(VENV)/.created:
	@$(MAKE) --no-print-directory check-python
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.runtime: requirements/runtime.txt $(VENV)/.created
	@echo "Installing what requirements/runtime.txt names into $(VENV); this takes a minute or two, once."
	@$(PIP) install --quiet --require-hashes -r requirements/runtime.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.created
	@echo "Installing what requirements/dev.txt names into $(VENV); this takes a minute or two, once."
	@$(PIP) install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

# The build backend comes from the lock, so nothing unlocked is fetched here.
INSTALL_PROJECT = $(PIP) install --quiet --no-deps --no-build-isolation --no-index --editable . && touch $(VENV)/.project

$(VENV)/.project: pyproject.toml | $(VENV)/.created
	@if [ -e $(VENV)/.dev ]; then $(MAKE) --no-print-directory -s $(VENV)/.dev; \
	else $(MAKE) --no-print-directory -s $(VENV)/.runtime; fi
	$(INSTALL_PROJECT)

.PHONY: ready-to-run ready-to-test
ready-to-run: $(VENV)/.runtime
	@$(MAKE) --no-print-directory -s $(VENV)/.project

ready-to-test: $(VENV)/.dev
	@$(MAKE) --no-print-directory -s $(VENV)/.project

venv: ready-to-test ## create or refresh .venv with everything, tests included

# -- playing -----------------------------------------------------------------------------------------

run: ready-to-run ## start the bot: online with DISCORD_TOKEN set, else in a local browser page
	@set -a; if [ -f .env ]; then . ./.env; fi; set +a; \
	if [ -n "$${DISCORD_TOKEN:-}" ]; then exec $(BIN)/railhead serve $(ARGS); \
	else exec $(BIN)/railhead preview $(ARGS); fi

# -- checking ----------------------------------------------------------------------------------------

test: ready-to-test ## every check: lint, types, contracts, tests
	@failed=""; \
	for check in lint types contracts unit; do \
		$(MAKE) --no-print-directory $$check || failed="$$failed $$check"; \
	done; \
	if [ -n "$$failed" ]; then echo "make test: failed:$$failed" >&2; exit 1; fi

lint: ready-to-test ## ruff: rules and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: ready-to-test ## mypy --strict over code and tests
	$(BIN)/mypy --strict

contracts: ready-to-test ## import-linter: who may import whom
	$(BIN)/lint-imports

unit: ready-to-test ## the tests alone; ARGS="-k word" narrows them
	$(BIN)/python -m pytest -n auto $(ARGS)

format: ready-to-test ## let ruff mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

soak: ready-to-test ## the long runs: fuzzing, clean installs
	$(BIN)/python -m pytest -n auto -m soak $(ARGS)

bench: ready-to-run ## replay, routes, drawing and command latency, measured
	$(BIN)/railhead bench $(ARGS)

# -- packaging ---------------------------------------------------------------------------------------

COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--default-index https://pypi.org/simple --no-config --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command "make lock" pyproject.toml

lock: $(VENV)/.created ## write requirements/*.txt anew (UPGRADE=1 takes newer releases)
	$(PIP) install --quiet "$(UV)"
	$(COMPILE) $(if $(UPGRADE),--upgrade) --group build --output-file requirements/runtime.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) --group dev --constraints requirements/runtime.txt \
		--output-file requirements/dev.txt

wheel: ready-to-run ## build dist/railhead-*.whl
	$(PIP) wheel --quiet --no-deps --no-build-isolation --no-index --wheel-dir dist .
	@ls dist/railhead-*.whl

clean: ## remove .venv, caches and built files (never a database)
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find bot engine renderers migrations tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
