# make play         play a game in the terminal      make play ARGS="--seed 7"
# make test         the whole gate, as .ci/run calls it
# make test-all     the same with the long games
# make bench        how fast, and how it grows       make bench ARGS=--quick   in minutes, and rough
#                                                    make bench AGAINST=REVISION   beside an earlier revision
# make fuzz         look for inputs that crash       make fuzz SECONDS=60   for a minute instead of an hour

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Named after what they install: a change of pyproject.toml asks for the network, a second run does not.
SUM    := $(shell cksum < pyproject.toml | cut -d ' ' -f 1)
PLAY   := $(VENV)/play-$(SUM)
TEST   := $(VENV)/test-$(SUM)
FUZZ   := $(VENV)/fuzz-$(SUM)

# What is fuzzed, and for how long in all.
DOORS   := parser manifests zips saves notation
SECONDS := 3600
FOUND   := build/fuzz

.PHONY: play test test-all bench bench-speed bench-growth bench-headline fuzz clean

play: $(PLAY)
	@$(BIN)/kfdsl play --packs all $(ARGS)

# Tests start kfdsl some hundred times: what Python compiles is kept, whatever the environment says, until `make clean`.
test: export PYTHONDONTWRITEBYTECODE =
test: $(TEST)
	$(BIN)/ruff check .
	$(BIN)/mypy --strict kfdsl
	$(BIN)/python -m pytest -n auto $(ARGS)

test-all: export KFDSL_FULL = 1
test-all: test
	$(BIN)/python -m tests.sweep
	$(BIN)/python -m tests.mutants.sweep

bench: bench-speed bench-growth bench-headline

bench-speed: $(TEST)
	$(BIN)/python -m benchmarks.speed $(ARGS)

bench-growth: $(TEST)
	$(BIN)/python -m benchmarks.growth $(ARGS)

# Besides, a game that others wrote is installed under build/, to be compared with, and so are the files of an earlier revision.
bench-headline: $(TEST)
	$(BIN)/python -m benchmarks.headline $(ARGS) $(if $(AGAINST),--against $(AGAINST))

# Every door gets an equal share; what was found there goes on from run to run, and a crash stops with its input named.
fuzz: $(FUZZ)
	@set -e; for door in $(DOORS); do $(BIN)/python -m tests.fuzz.guided $$door --found $(FOUND)/$$door \
	  --seconds $$(( ($(SECONDS) + $(words $(DOORS)) - 1) / $(words $(DOORS)) )); done

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find kfdsl tests -name __pycache__ -type d -prune -exec rm -rf {} +

# What playing needs, and nothing else; where there is no wheel of what runs WebAssembly, Python does the same.
$(PLAY): | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fast]' || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@rm -f $(VENV)/play-* && touch $@

# Solvers, linters and what builds wheels besides; whoever has these can play as well.
$(TEST): | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@rm -f $(VENV)/test-* $(VENV)/play-* && touch $(PLAY) $@

# What makes inputs by what they reach, besides; it is not there for every Python.
$(FUZZ): $(TEST)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	@rm -f $(VENV)/fuzz-* && touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kfdsl needs Python 3.11 or newer")'
	@$(PYTHON) -m venv $(VENV)
