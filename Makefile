# make play         play a game in the terminal      make play ARGS="--seed 7"
# make test         the whole gate, as .ci/run calls it
# make test-all     the same with the long games     make bench   how fast

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Named after what it installs: a change of pyproject.toml asks for the network, a second run does not.
STAMP  := $(VENV)/made-$(shell cksum < pyproject.toml | cut -d ' ' -f 1)

.PHONY: play test test-all bench clean

play: $(STAMP)
	@$(BIN)/kfdsl play --packs all $(ARGS)

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy --strict kfdsl
	$(BIN)/python -m pytest -n auto $(ARGS)

test-all: export KFDSL_FULL = 1
test-all: test
	$(BIN)/python -m tests.sweep

bench: $(STAMP)
	$(BIN)/python -m benchmarks.speed $(ARGS)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find kfdsl tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kfdsl needs Python 3.11 or newer")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@rm -f $(VENV)/made-* && touch $@
