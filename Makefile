# Run `make help` for a list. Every target first installs missing system libraries.

HOST ?= 127.0.0.1
PORT ?= 8080
STUBS ?= ./Stubs

# Warnings are errors with the compiler that the code was written with. A later compiler may have new
# warnings, which must not stop the tests. `make lint STRICT=0` turns this off.
STRICT ?= $(shell swift --version 2>/dev/null | grep -q 'Swift version 6\.3' && \
	test "$$(uname)" = Linux && echo 1 || echo 0)
# `serve`, `lint`, `test` and `docs` share one debug build, so the flags must be the same for all.
CHECKED = STRICT=$(STRICT)

# Homebrew does not link libraries that macOS has too.
ifeq ($(shell uname),Darwin)
export PKG_CONFIG_PATH := $(shell brew --prefix openssl@3 2>/dev/null)/lib/pkgconfig:$(shell \
	brew --prefix curl 2>/dev/null)/lib/pkgconfig:$(PKG_CONFIG_PATH)
endif

# The examples of another library are kept as printed, so their files have another style. Programs that show
# defects of Foundation are as short as possible.
FORMATTED := Package.swift Sources $(filter-out Tests/SeedExamplesTests \
	Tests/FoundationReproductions $(wildcard Tests/*.md),$(wildcard Tests/*)) \
	$(filter-out %Examples.swift,$(wildcard Tests/SeedExamplesTests/*.swift))

.DEFAULT_GOAL := help
.PHONY: help serve test test-optimized test-foundation-regex asan leaks fuzz harden soak build format lint docs ci bench \
	packages test-packages clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-21s %s\n", $$1, $$2 }' Makefile

# A debug build: on a fresh clone it takes a third of the time of a release build, and it is fast enough for
# development.
serve: packages ## Serve ./Stubs on port 8080 (HOST=, PORT=, STUBS=)
	$(CHECKED) swift build --product stubber
	@"$$($(CHECKED) swift build --show-bin-path)/stubber" serve $(STUBS) --host $(HOST) --port $(PORT)

test: test-packages ## Build and run all tests (ONLY="StubCoreTests …": only these)
	$(CHECKED) swift build --build-tests
	$(CHECKED) .make/test

# Some mistakes of the compiler show only in optimized code. What is built for these tests lets them
# see internal names, so it is kept apart from what `build` makes.
OPTIMIZED = ONLY="StubCoreTests ContractTests" $(CHECKED)
OPTIONS = -c release -Xswiftc -enable-testing --scratch-path .build/optimized

test-optimized: test-packages ## Run the tests of the core and the contract, optimized
	$(OPTIMIZED) swift build --product http-stubberPackageTests $(OPTIONS)
	$(OPTIMIZED) .make/test $(OPTIONS)

test-foundation-regex: test-packages ## Run all tests with the regular expressions of Apple platforms
	REGEX=foundation $(CHECKED) swift build --build-tests --scratch-path .build/foundation
	REGEX=foundation $(CHECKED) .make/test --scratch-path .build/foundation

# LeakSanitizer takes what Swift marks in pointers for leaks. AddressSanitizer keeps freed memory, here 16 MB.
ADDRESS = --sanitize=address --scratch-path .build/address
SANITIZED = ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16:suppressions=$(CURDIR)/.make/address-suppressions

asan: test-packages ## Run all tests, and requests of each kind, with AddressSanitizer
	$(CHECKED) swift build --build-tests $(ADDRESS)
	$(SANITIZED) PATIENCE=3600 $(CHECKED) .make/test $(ADDRESS)
	$(SANITIZED) Tests/Leaks/run --program .build/address/debug/stubber --growth 64 --requests 100000 --reloads 1000

leaks: test-packages build ## Ask the command for a million requests and 10,000 reloads, and see if its memory grows
	Tests/Leaks/run

# Linux only: Swift for macOS comes without libFuzzer. `make fuzz TARGETS="rules glob" SECONDS=600`
fuzz: packages ## Feed each parser with made-up bytes for 20 seconds (SECONDS=, TARGETS=)
	Tests/Fuzz/run --seconds $(or $(SECONDS),20) $(TARGETS)

# Linux only: it reads /proc. `make harden CHECKS="smuggling floods"`; `Tests/Harden/run --list` lists them.
harden: test-packages build ## Attack the command and print a table of what held (CHECKS=)
	Tests/Harden/run $(CHECKS)

# Linux only, as it reads /proc; needs python3-h2. `make soak MINUTES=2 SEED=1`
soak: test-packages build ## Send mixed traffic to the command for an hour, compare every answer (MINUTES=, SEED=)
	Tests/Soak/run --minutes $(or $(MINUTES),60) $(if $(SEED),--seed $(SEED))

build: packages ## Build the command for release: .build/release/stubber
	swift build -c release --product stubber

format: ## Rewrite all Swift files in the project's style
	swift format -i -r -p $(FORMATTED)

lint: packages ## Check style, files and warnings; changes nothing
	swift format lint -r -s -p $(FORMATTED)
	.make/lint-files
	$(CHECKED) swift build --build-tests
	FUZZ=1 $(CHECKED) swift build --target fuzz

docs: packages ## Build the documentation into docs/
	$(CHECKED) .make/docs

ci: ## Run everything that CI runs (STEP="lint docs": only these steps; .ci/run --list shows all)
	.ci/run $(STEP)

bench: packages ## Run the measurements described in Benchmarks/README.md
	.make/bench

packages: ## Install missing system libraries
	@.make/packages

test-packages:
	@.make/packages test

clean: ## Remove all build output
	rm -rf .build docs
