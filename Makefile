# `make serve` and `make test` are all a newcomer needs: both set up .venv first, from the hash-locked requirements.

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
BIN := .venv/bin
READY := .venv/.ready
UV ?= uv
LOCK = $(UV) pip compile -q --no-config --universal --python-version 3.11 --fork-strategy fewest --upgrade \
	--generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make lock" --extra build pyproject.toml

.PHONY: help setup serve test lint types check soak bench lock proof clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 9

setup: $(READY) ## make .venv with everything in it (PYTHON=… chooses the interpreter)

$(READY): requirements-dev.lock pyproject.toml .ci/setup
	@PYTHON="$(PYTHON)" .ci/setup

serve: setup ## run the service (GARIM_PORT, default 8080)
	@exec $(BIN)/garim serve

test: setup ## run the tests
	@$(BIN)/python -m pytest

lint: setup ## ruff: rules and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: setup ## mypy, strict
	@$(BIN)/mypy

check: lint types ## lint and types

soak: setup ## 1,000,000 generated tokenizer cases
	@$(BIN)/python -m tests.soak

bench: setup ## measure, and print what docs/performance.md shows
	@for file in benchmarks/*.py; do $(BIN)/python -m "benchmarks.$$(basename "$$file" .py)"; done

lock: ## resolve the dependencies anew (needs uv)
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: pip install uv, or UV=/path/to/uv" >&2; exit 1; }
	$(LOCK) -o requirements.lock
	$(LOCK) --extra dev -c requirements.lock -o requirements-dev.lock

proof: ## clone HEAD into an empty folder and prove both commands there
	@.ci/proof

clean: ## remove .venv and every cache
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
