# The first lines are all a newcomer needs: make demo, make test. Needs Python 3.11 or later and pip.
SHELL := /bin/bash
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
RUNNABLE := $(VENV)/.runnable
TOOLS := $(VENV)/.tools

.PHONY: help demo test dev check format types bless schemas verify bench clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 10

demo: $(RUNNABLE) ## Check and compile teams/ (makes the environment if it is missing)
	$(BIN)/kuota check teams
	$(BIN)/kuota compile teams

test: $(TOOLS) ## Run all tests
	$(BIN)/python -m pytest --numprocesses=auto

dev: $(TOOLS) ## Make the environment with all tools

check: $(TOOLS) ## Lint, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

format: $(TOOLS) ## Format the code
	$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

bless: $(TOOLS) ## Rewrite golden files that differ; review them with git diff
	$(BIN)/python -m pytest --bless --quiet

schemas: $(RUNNABLE) ## Write schemas/ from the models
	$(BIN)/kuota schema --write schemas

verify: check schemas ## Regenerate everything, run everything; the tree must be clean
	$(BIN)/kuota compile teams
	$(BIN)/python -m pytest --numprocesses=auto
	git diff --exit-code
	test -z "$$(git status --porcelain)"

bench: $(TOOLS) ## Measure check and compile on 1 to 10,000 team files, and the simulator
	$(BIN)/python tests/bench/bench.py
	$(BIN)/python tests/bench/bench_scheduler.py
	$(BIN)/python tests/bench/bench_trace.py
	$(BIN)/python tests/bench/bench_tas.py

clean: ## Remove the environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis dist

# Make the environment once, and again when what is installed changes.
$(RUNNABLE): pyproject.toml
	.ci/environment $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	$(BIN)/python -m compileall -q compiler/kuota
	@touch $@

$(TOOLS): $(RUNNABLE)
	$(BIN)/python -m pip install --quiet --editable '.[cel,kubernetes]' --group dev
	@touch $@
