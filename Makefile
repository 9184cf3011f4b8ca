# Two commands do everything on a machine with python3 (3.11 to 3.13) and make: `make repro` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help install repro paper test test-python test-oldest test-newest lint lock licences api lab clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

install: .venv/.installed  ## Create .venv and install the pinned packages; does nothing when nothing changed

# uv installs the whole set in about 20 s where pip needs minutes; uv itself is pinned by hash like all others.
.venv/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if (3, 11) <= v < (3, 14) else \
	    f"Python 3.11 to 3.13 is needed, {sys.executable} is {v[0]}.{v[1]}: run make PYTHON=python3.12 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	awk '/^uv==/ {p=1} p {print} p && !/\\$$/ {exit}' requirements.lock > .venv/uv.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement .venv/uv.txt
	VIRTUAL_ENV=.venv $(BIN)/uv pip sync --quiet --require-hashes requirements.lock
	VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --no-deps --editable .
	touch $@

# A source archive has no .git: DVC is told so in its local (untracked) configuration.
.dvc/tmp/.ready: .venv/.installed
	@test -e .git || dvc config --local core.no_scm true
	@mkdir -p .dvc/tmp && touch $@

repro: .dvc/tmp/.ready  ## Regenerate every figure of the quick profile (minutes, no download)
	dvc repro

paper: .dvc/tmp/.ready  ## Run the published protocol (many hours; resumes; needs the raw data, see README)
	dvc repro paper/dvc.yaml

test: .venv/.installed lint  ## Lint, type-check and test
	python -m pytest --numprocesses=2 --dist=loadfile

# The suite with other versions, in environments of their own: build/envs/.
TEST_ELSEWHERE = VIRTUAL_ENV=build/envs/$(1) uv pip install --quiet --no-deps --editable . && \
	PATH=$(CURDIR)/build/envs/$(1)/bin:$$PATH build/envs/$(1)/bin/python -m pytest --numprocesses=2 --dist=loadfile
COMPILE = uv pip compile pyproject.toml --all-extras --no-header --no-annotate --quiet --upgrade

test-python: .venv/.installed  ## Test the pinned versions on another Python: make test-python PYTHON=python3.13
	uv venv --quiet --clear --python $(PYTHON) build/envs/python
	VIRTUAL_ENV=build/envs/python uv pip sync --quiet --require-hashes requirements.lock
	$(call TEST_ELSEWHERE,python)

test-oldest: .venv/.installed  ## Test with the oldest versions that pyproject.toml allows
	uv venv --quiet --clear --python $(PYTHON) build/envs/oldest
	$(COMPILE) --python build/envs/oldest --resolution lowest-direct --output-file build/envs/oldest.txt
	VIRTUAL_ENV=build/envs/oldest uv pip sync --quiet build/envs/oldest.txt
	$(call TEST_ELSEWHERE,oldest)

test-newest: .venv/.installed  ## Test with the newest versions that there are
	uv venv --quiet --clear --python $(PYTHON) build/envs/newest
	$(COMPILE) --python build/envs/newest --output-file build/envs/newest.txt
	VIRTUAL_ENV=build/envs/newest uv pip sync --quiet build/envs/newest.txt
	$(call TEST_ELSEWHERE,newest)

lint: .venv/.installed
	ruff check .
	ruff format --check .
	mypy

lock: .venv/.installed  ## Remake requirements.lock from pyproject.toml (one version of each package for all Pythons)
	uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --fork-strategy fewest \
	    --generate-hashes --no-emit-index-url --no-header --no-annotate --quiet --output-file requirements.lock

licences: .venv/.installed  ## Remake docs/licences.md
	python tools/licences.py

api: .venv/.installed  ## Write the API's documentation to build/api
	python tools/api.py

lab: .venv/.installed  ## Open the notebooks and params.yaml in JupyterLab
	jupyter lab --LabApp.default_url=/lab/tree/notebooks

clean:  ## Remove the environment and scratch files; data, reports and the store of results stay
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis
