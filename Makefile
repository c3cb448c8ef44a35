# Every target sets itself up: a fresh Debian or Ubuntu machine needs python3, python3-venv and make, and no root.

.DEFAULT_GOAL := help
.PHONY: help run practice test check coverage bench proof faults fuzz soak format lock clauses traces fonts sounds screenshots clean venv venv-core

BIN := .venv/bin
# Pass words on: make run ARGS="audit --help", make test LEGS="static rules"
ARGS ?= run --demo
LEGS ?=
INPUTS ?= 1000000
SEED ?= 1
ROUNDS ?= 1000
KILLS ?= 60
FLIPS ?= 100

help:
	@echo 'make run      the dealer station, as a demonstration      (ARGS="..." for other words than `run --demo`)'
	@echo 'make practice  drills for dealers, graded by the rules'
	@echo 'make test     every check but those of make proof  (LEGS="static rules ..." for some)'
	@echo 'make check    the static checks alone'
	@echo 'make coverage  which lines of the station the tests reach'
	@echo 'make bench    the speed ratios alone'
	@echo 'make proof    all that takes long, before a release: kills at every step of every script and at random,'
	@echo '              flipped bytes, fuzz, soak, many more examples  (KILLS=60 FLIPS=100 INPUTS=1000000 ROUNDS=1000 SEED=1)'
	@echo 'make faults   kills the station at every step of every script, and all other faults (some ten minutes)'
	@echo 'make fuzz     a million damaged inputs for the framings of the devices  (INPUTS=1000000 SEED=1)'
	@echo 'make soak     a thousand rounds of cards and of dice whose devices suffer faults by chance  (ROUNDS=1000 SEED=1)'
	@echo 'make format   formats the code and mends what ruff can mend'
	@echo 'make clauses  writes resources/clauses/tests.toml from the tests'"'"' clause marks'
	@echo 'make traces   plays the scripts of tests/golden/rounds, writes their traces and the words that they use'
	@echo 'make fonts    cuts the bundled fonts anew, after a catalogue has got new characters (needs Debian and npm)'
	@echo 'make sounds   makes the sound cues anew from their script'
	@echo 'make screenshots  makes the pictures of docs/images, and those that the tests compare with, from scripted scenes'
	@echo 'make lock     resolves the dependencies anew into requirements/'
	@echo 'make clean    removes the environments and all that was made'

# Both environments install this project, and so write beside each other in the tree: one after the other.
venv:
	@.ci/environment .venv requirements/all.txt

venv-core: | venv
	@.ci/environment .venv-core requirements/core.txt

run: venv
	@$(BIN)/dealer-station $(ARGS)

practice: venv
	@$(BIN)/dealer-station practice

test: venv venv-core
	@$(BIN)/python -m tests.tools.legs $(LEGS)

check: venv
	@$(BIN)/python -m tests.tools.legs static

coverage: venv
	@$(BIN)/python -m tests.tools.legs coverage coverage-screens

bench: venv
	@$(BIN)/python -m tests.tools.legs bench

fuzz: venv
	@$(BIN)/python -m tests.drivers.fuzz_framing --inputs $(INPUTS) --seed $(SEED)

faults: venv
	@$(BIN)/python -m pytest --quiet -p no:cacheprovider -p no:pytest-qt tests/faults

# What make test does with few kills, flips and examples, with many; and the tests that take too long for make test.
proof: venv
	@$(BIN)/python -m tests.tools.legs --proof --kills $(KILLS) --flips $(FLIPS) --inputs $(INPUTS) --rounds $(ROUNDS) --seed $(SEED)

soak: venv
	@$(BIN)/python -m tests.devices.device_soak --rounds $(ROUNDS) --seed $(SEED)

format: venv
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clauses: venv
	@$(BIN)/python -m pytest -qq --collect-only --write-clause-tests

traces: venv
	@$(BIN)/python -m tests.support.traces
	@$(BIN)/python -m tests.golden.round_words

# The whole fonts are large and are fetched for this alone; so is what cuts them.
FONT_TOOLS := .checks/fonts
fonts:
	@mkdir -p $(FONT_TOOLS)/packages
	@cd $(FONT_TOOLS)/packages && apt-get download -qq fonts-noto-cjk && npm pack --silent inter-ui@4.1.1 >/dev/null
	@for package in $(FONT_TOOLS)/packages/*.deb; do dpkg-deb -x "$$package" $(FONT_TOOLS)/whole; done
	@tar -xf $(FONT_TOOLS)/packages/inter-ui-4.1.1.tgz -C $(FONT_TOOLS)/whole
	@python3 -m venv $(FONT_TOOLS)/venv && $(FONT_TOOLS)/venv/bin/pip install --quiet 'fonttools[woff]==4.68.0' 'msgspec==0.22.0'
	@$(FONT_TOOLS)/venv/bin/python -m tests.ui.theme.cut_fonts $(FONT_TOOLS)/whole

sounds: venv
	@$(BIN)/python -m tests.screens.cues

screenshots: venv
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.ui.screenshots --golden
	@$(BIN)/python -m tests.reports.report_pictures

# core.txt is held to the versions of all.txt, so that both environments test the same libraries.
COMPILE := $(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-build-isolation \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header
lock: venv
	@$(COMPILE) --extra window --extra test --extra dev --output-file requirements/all.txt pyproject.toml
	@$(COMPILE) --extra test --constraint requirements/all.txt --output-file requirements/core.txt pyproject.toml

clean:
	rm -rf .venv .venv-core .checks .benchmarks .coverage .hypothesis .import_linter_cache .grimp_cache .mypy_cache \
		.pytest_cache .ruff_cache build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
