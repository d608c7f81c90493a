# `make demo` and `make test` create a .venv. They need Python 3.11 or newer; `make test` also needs Chromium.
# To use another Python: make test PYTHON=python3.13

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Two --quiet options hide pip's warnings about the network or the index. Its errors are shown.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet install --no-compile --constraint constraints.txt
# uv installs the same packages in a sixth of the time. But uv does not read pip's settings: if they name an index, or
# if uv fails, pip installs the packages. pip gets a second try, because the network may fail once. Errors of the
# first attempt are hidden: pip reports them if it fails too.
install = { ! $(BIN)/python -m pip config list | grep -q '[.]index-url' && $(PIP) --only-binary uv uv \
  && $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --editable '.[$(1)]'; } 2>/dev/null \
  || $(PIP) --editable '.[$(1)]' || $(PIP) --editable '.[$(1)]'

# Python must store its bytecode, even if the shell forbids it: otherwise each process would compile numba again.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help demo test pytest kernels-1 kernels-2 collect lint scripts browser docs soak stress coverage format clean
.DEFAULT_GOAL := help

help:  ## List all targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.runtime  ## Solve a hard 9x9 and three huge puzzles while you watch
	@$(BIN)/python examples/demo.py

# Tests often wait for a browser or another process, so three test processes keep two cores busy. They start as
# soon as the packages are installed and the kernels compiled. While they run, a fourth process checks style and types.
test:  ## Check style and types, run all tests
	@$(MAKE) --no-print-directory --jobs=4 browser kernels-1 kernels-2 collect
	@$(MAKE) --no-print-directory --jobs=2 lint pytest

pytest:
	$(BIN)/python -m pytest -n 3 --dist worksteal

# Compile the kernels once for all processes: one half on each of two cores, while the other packages are installed.
kernels-1 kernels-2: $(VENV)/.runtime
	@$(BIN)/python -m tests.plain $(@:kernels-%=%) >/dev/null

# Import all tests once, so that Python stores the bytecode of every package: otherwise each test process would
# compile them again. Errors are ignored here, because the tests report them.
collect: $(VENV)/.dev
	@$(BIN)/python -m pytest --collect-only --quiet --quiet >/dev/null 2>&1 || true

lint: scripts $(VENV)/.dev  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The page's JavaScript has its types in comments; npm downloads the type checker once.
TYPESCRIPT := typescript@7.0.2
TSC := npm exec --yes --loglevel=error --package=$(TYPESCRIPT) -- tsc

scripts:  # check the types of the page's JavaScript
	@if ! command -v npm >/dev/null; then echo "npm is missing: the types of the page's JavaScript are not checked" >&2; \
	elif ! $(TSC) --version >/dev/null 2>&1; then echo "npm cannot fetch $(TYPESCRIPT): the types of the page's JavaScript are not checked" >&2; \
	else echo "$(TSC) --project jsconfig.json" && $(TSC) --project jsconfig.json; fi

browser:  # find Chromium for the tests of the page, or install it (on Debian, as root)
	@test -n "$$CHROMIUM" || command -v chromium-headless-shell || command -v chromium || command -v chromium-browser \
	  || command -v google-chrome || { \
	  echo "Installing Chromium for the tests of the web page" >&2; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    chromium-headless-shell >/dev/null; } || { \
	  echo "The tests need Chromium: install it, or give its path: CHROMIUM=/path/to/chromium make test" >&2; exit 1; }

docs: $(VENV)/.dev  ## Build the documentation into docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html" >&2

MINUTES ?= 20

soak: $(VENV)/.dev  ## Test random puzzles and methods for 20 minutes (MINUTES=20)
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

stress: $(VENV)/.dev browser  ## Test kills, Ctrl-C, damaged files, attacks and a busy machine for 20 minutes (MINUTES=20)
	$(BIN)/python -m tests.stress --minutes $(MINUTES)

# The lines of kernels are counted by tests/plain.py, which runs them as plain Python (NUMBA_DISABLE_JIT=1).
coverage: $(VENV)/.dev browser  ## Show which lines the tests run; fail below 95 %
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -n 3 --dist worksteal
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --skip-covered --fail-under=95

format: $(VENV)/.dev  ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## Remove .venv, caches and built files
	rm -rf docs/_build docs/api docs/gallery docs/lesson docs/methods
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment is created or updated if one of these stamp files is missing or older than the files it depends on.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Ergodoku needs Python 3.11 or newer, but '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	  echo "Name a newer one: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; \
	  exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)" >&2
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.runtime: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing Ergodoku" >&2
	@$(call install,web)
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime
	@echo "Installing the tools to test it" >&2
	@$(call install,dev)
	@touch $@
