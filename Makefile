# make check   what is true, what is not, and how we know
# make test    lint, types, tests, doctests, notebooks
# make test-long   the tests that take longest, before a change is merged
# make lab     JupyterLab on the notebooks
# make site    docs, lectures, reference, ledger and prover as pages, into build/site/
# make explore sliders and live curves, in a page of their own
# make prover  the prover as a page for browsers, into build/site/prover; needs node and npm
# make serve   what is in build/site, on this machine
# make test-browser   the site and the prover in Chromium, which has to be there
# make course  the exercises as students get them, into build/course
# make dist    a wheel and a source archive, into build/dist, each tried in an empty environment
# make bench   speed and memory beside peers, into docs/benchmarks.md
# make formal  what the ledger says, whole, in Coq, which has to be there
# make formal-all  that, and every other statement of the tests that can be exported
# make mutate  which small changes of the code no test notices; hours for all of it
# Everything lives in .venv; a second run installs nothing.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# most of what is installed is never imported: only what the commands load is compiled, without which
# they take three seconds longer at each start wherever Python may not write bytecode
COMPILE = $(BIN)/python -m compileall -q pmlsym && \
  $(BIN)/python -c 'import highspy, numpy, pmlsym.cli.conjecture, pmlsym.cli.ledger, pmlsym.ledger, z3'
INSTALL = $(BIN)/python -m pip install --no-compile --quiet --disable-pip-version-check --constraint constraints.txt
# one process a core; who is done takes tests from the other, but a notebook stays in one piece.
# nbval, where no notebook is run, loads grammars for four seconds in each process
PARALLEL = --numprocesses auto -p no:benchmark
TESTS = $(PARALLEL) --dist worksteal -p no:nbval

PORT ?= 8000

# the tests start hundreds of processes, each of which would compile sympy anew for three seconds
unexport PYTHONDONTWRITEBYTECODE

.PHONY: check test test-long test-oldest lab site explore prover serve test-browser course dist bench formal formal-all mutate clean

check: $(VENV)/package-installed
	$(BIN)/pmlsym check

# one process a core: a second thread of linear algebra would wait for the first, and busily
test test-long test-oldest test-browser formal formal-all: export OPENBLAS_NUM_THREADS := 1

# nothing that is tested rests on verdicts of earlier runs
test: export PMLSYM_CACHE :=
test: $(VENV)/tests-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest $(TESTS)
	$(BIN)/pytest $(PARALLEL) --dist loadfile --nbval --nbval-current-env --nbval-cell-timeout 300 \
	  --nbval-sanitize-with tests/notebooks/sanitize.cfg --ignore notebooks/exercises notebooks

test-long: export PMLSYM_CACHE :=
test-long: $(VENV)/tests-installed
	$(BIN)/pytest $(TESTS) -m long

formal formal-all: export PMLSYM_CACHE :=
formal formal-all: $(VENV)/package-installed
	$(BIN)/python formal/check.py $(if $(filter formal-all,$@),--all)

# the oldest versions that pyproject.toml allows, in an environment of their own
test-oldest: OLDEST := build/oldest
test-oldest: export PMLSYM_CACHE :=
test-oldest:
	mkdir -p build
	$(PYTHON) tests/oldest.py > $(OLDEST).txt
	$(PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --constraint $(OLDEST).txt --editable '.[notebooks,course,test,site]'
	$(OLDEST)/bin/pytest $(TESTS)

lab: $(VENV)/notebooks-installed
	$(BIN)/jupyter lab --notebook-dir notebooks

# with the prover's page, built meanwhile
site: $(VENV)/site-installed
	$(BIN)/python site/build_site.py

# which template and extensions: explorer/voila.json
explore: export JUPYTER_PATH := $(CURDIR)/explorer
explore: $(VENV)/explore-installed
	cd explorer && ../$(BIN)/voila explorer.ipynb

prover: $(VENV)/package-installed
	$(BIN)/python site/prover/build.py

# a worker and WebAssembly come from a server only; it prints the address
serve: $(BIN)/python
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site $(PORT)

test-browser: site $(VENV)/browser-installed
	$(BIN)/pytest -p no:benchmark -p no:nbval -rP tests/browser

# what stands in build/course already, such as submissions and marks, stays; nbgrader calls alembic by
# its name, so that it has to be on the path
course: $(VENV)/course-installed
	mkdir -p build/course
	cp -R notebooks/exercises/. build/course
	cd build/course && PATH="$(abspath $(BIN)):$$PATH" nbgrader generate_assignment --force "*"

# what another commit has left there is not what is released
dist: $(VENV)/package-installed
	rm -rf build/dist build/lib
	$(INSTALL) build
	$(BIN)/python -m build --outdir build/dist
	$(BIN)/python tests/archives.py build/dist

bench: $(VENV)/tests-installed
	$(BIN)/python benchmarks/run.py

# PACKAGE=measures for one package; AGAIN=--again for what survived the last time
mutate: $(VENV)/mutation-installed
	$(BIN)/python mutation/run.py $(AGAIN) $(PACKAGE)

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# one run of pip for each; what asks for more than another need not wait for it
$(VENV)/package-installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable .
	$(COMPILE)
	@touch $@

$(VENV)/notebooks-installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[notebooks]'
	$(COMPILE)
	@touch $@ $(VENV)/package-installed

$(VENV)/site-installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[site]'
	$(COMPILE)
	@touch $@ $(VENV)/package-installed

$(VENV)/explore-installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[explore]'
	$(COMPILE)
	@touch $@ $(VENV)/package-installed

$(VENV)/course-installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[notebooks,course]'
	$(COMPILE)
	@touch $@ $(VENV)/notebooks-installed $(VENV)/package-installed

$(VENV)/tests-installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[notebooks,course,test,site]'
	$(COMPILE)
	@touch $@ $(VENV)/course-installed $(VENV)/notebooks-installed $(VENV)/site-installed \
	  $(VENV)/package-installed

$(VENV)/mutation-installed: constraints.txt | $(VENV)/tests-installed
	$(INSTALL) cosmic-ray coverage
	@touch $@

$(VENV)/browser-installed: $(VENV)/tests-installed
	$(INSTALL) --editable '.[notebooks,course,test,site,browser,explore]'
	$(COMPILE)
	@touch $@ $(VENV)/explore-installed
