# make check   what is true, what is not, and how we know
# make test    lint, types, tests, doctests, notebooks
# make lab     JupyterLab on the notebooks
# make explore sliders and live curves, in a page of their own
# make prover  the prover as a page for browsers, into build/site/prover; needs node and npm
# make serve   what is in build/site, on this machine
# make test-browser   the prover in Chromium, which has to be there
# make bench   speed and memory beside peers, into docs/benchmarks.md
# Everything lives in .venv; a second run installs nothing.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# one process a core; who is done takes tests from the other, but a notebook stays in one piece
PARALLEL = --numprocesses auto -p no:benchmark

PORT ?= 8000

.PHONY: check test test-oldest lab explore prover serve test-browser bench clean

check: $(VENV)/package-installed
	$(BIN)/pmlsym check

# nothing that is tested rests on verdicts of earlier runs
test: export PMLSYM_CACHE :=
test: $(VENV)/tests-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest $(PARALLEL) --dist worksteal
	$(BIN)/pytest $(PARALLEL) --dist loadfile --nbval --nbval-current-env --nbval-cell-timeout 300 \
	  --nbval-sanitize-with tests/notebooks/sanitize.cfg notebooks

# the oldest versions that pyproject.toml allows, in an environment of their own
test-oldest: OLDEST := build/oldest
test-oldest: export PMLSYM_CACHE :=
test-oldest:
	mkdir -p build
	$(PYTHON) tests/oldest.py > $(OLDEST).txt
	$(PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --constraint $(OLDEST).txt --editable '.[notebooks,test]'
	$(OLDEST)/bin/pytest $(PARALLEL) --dist worksteal

lab: $(VENV)/notebooks-installed
	$(BIN)/jupyter lab --notebook-dir notebooks

# which template and extensions: explorer/voila.json
explore: export JUPYTER_PATH := $(CURDIR)/explorer
explore: $(VENV)/explore-installed
	cd explorer && ../$(BIN)/voila explorer.ipynb

prover: $(VENV)/package-installed
	$(BIN)/python site/prover/build.py

# a worker and WebAssembly come from a server only; it prints the address
serve: $(BIN)/python
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site $(PORT)

test-browser: prover $(VENV)/browser-installed
	$(BIN)/pytest -p no:benchmark -rP tests/browser

bench: $(VENV)/tests-installed
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/package-installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable .
	@touch $@

$(VENV)/notebooks-installed: $(VENV)/package-installed
	$(INSTALL) --editable '.[notebooks]'
	@touch $@

$(VENV)/explore-installed: $(VENV)/package-installed
	$(INSTALL) --editable '.[explore]'
	@touch $@

$(VENV)/tests-installed: $(VENV)/notebooks-installed
	$(INSTALL) --editable '.[notebooks,test]'
	@touch $@

$(VENV)/browser-installed: $(VENV)/tests-installed
	$(INSTALL) --editable '.[notebooks,test,browser,explore]'
	@touch $@
