# Everyday commands. `make play` and `make test` need only python3, make and the package registries.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
DATA ?=

# Without their bytecode, pytest and its plugins are compiled at every start: 4 s of CPU.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play serve check quick test soak bench bench-peers kaggle docs dist pythons portable format clean

play: .venv/.plays
	@$(BIN)/slidedrop

serve: .venv/.serves
	@$(BIN)/slidedrop serve

check: .venv/.develops node_modules/.develops
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/conformance.py
	$(BIN)/python -m tools.words
	$(BIN)/python -m tools.asserted
	$(BIN)/python -m tools.portable.build --check
	node_modules/.bin/eslint src/slidedrop/web/static tests/web/js
	node_modules/.bin/tsc
	node_modules/.bin/tsc -p tsconfig.sw.json

# While you work: the tests that tests/quick.txt names, from every package, fewer examples each.
quick: .venv/.develops
	$(BIN)/python -m pytest -q -n 2 --dist worksteal --hypothesis-profile quick @tests/quick.txt

# --cov-append: a worker that takes the place of a lost one would otherwise erase what the others have written.
test: .venv/.develops
	@$(BIN)/python tools/system_packages.py
	rm -f .coverage .coverage.*
	$(BIN)/python -m pytest -n 3 --dist worksteal --cov --cov-append --cov-report= --durations=10 -rR
	$(BIN)/coverage report --fail-under=95
	$(BIN)/coverage report --fail-under=100 --include='$(RULES)'

# The rules files and core: every branch is shown by a test.
RULES := */slidedrop/core/*.py,*/connect4/rules.py,*/connect4/position.py,*/connect4/game.py,*/twenty48/direction.py,*/twenty48/rules.py,*/twenty48/board.py,*/twenty48/position.py,*/twenty48/game.py,*/twenty48/notation.py

# The full counts; what has passed on the same sources is not run again, so it can be interrupted at any time.
soak: .venv/.develops
	$(BIN)/python -m pytest -m soak tests --timeout 0 -n 2 --dist worksteal
	$(BIN)/python -m pytest -m 'hypothesis and not soak' tests --timeout 0 -n 2 --dist worksteal --hypothesis-profile full

# The figures. DATA=folder names your own positions; without it the bench makes some.
bench: .venv/.develops
	$(BIN)/python tools/bench.py $(if $(DATA),--data $(DATA))

# Our environments beside those of other packages, each in its own environment: docs/explanation/performance.md.
bench-peers: .venv/.develops
	$(BIN)/python -m tools.peers

# The submission for Kaggle's ConnectX against Kaggle's agents, in its own environment.
kaggle: .venv/.develops
	$(PYTHON) -m venv .venv/peers/kaggle
	.venv/peers/kaggle/bin/pip --disable-pip-version-check install --quiet kaggle-environments
	$(BIN)/python -m slidedrop.lab.kaggle .venv/peers/submission.py
	.venv/peers/kaggle/bin/python tools/peers/kaggle.py .venv/peers/submission.py

# The site, in the folder site; nothing is fetched, and a warning is an error.
docs: .venv/.develops
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "Open site/index.html"

# Wheel, source archive and static page, each tried in a fresh environment: docs/project/releasing.md.
dist: .venv/.develops
	$(BIN)/python -m tools.dist

# The wheel on every Python that is installed: all examples of the documentation, and mypy --strict.
pythons: .venv/.develops
	$(BIN)/python -m tools.pythons

# The kernels as WebAssembly, after one of them was changed: docs/project/portable.md.
portable: .venv/.develops
	$(BIN)/python -m tools.portable.build

format: .venv/.develops
	$(BIN)/ruff check --fix-only --quiet . || true
	$(BIN)/ruff format .

clean:
	rm -rf .venv node_modules .coverage* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache dist build site

.venv/bin/python:
	$(PYTHON) -m venv .venv
	@echo "Setting up .venv; the first time takes a minute ..."
	$(PIP) install --upgrade -c constraints.txt pip

.venv/.plays: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) install -c constraints.txt -e '.[full]'
	@touch $@

.venv/.serves: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) install -c constraints.txt -e '.[web,ai,full]'
	@touch $@ .venv/.plays

.venv/.develops: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) install -c constraints.txt -e '.[all]' --group dev --group docs
	@touch $@ .venv/.plays .venv/.serves

# What checks the page's code: node and npm come with the system's packages, the rest from the package registry.
node_modules/.develops: package.json .npmrc
	$(PYTHON) tools/system_packages.py nodejs npm
	npm install --silent
	@touch $@
