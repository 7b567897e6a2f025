# Tideline: build, run, test. `make help` lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
MAILBOX ?=
SWIFT ?= swift
PYTHON ?= /usr/bin/python3
PICTURES ?= pictures

bin = $(DESTDIR)$(PREFIX)/bin
share = $(DESTDIR)$(PREFIX)/share
release = .build/release/tideline
schemas = $(share)/glib-2.0/schemas
catalogues = $(wildcard data/po/*/*.po)

# What the program reads lies beside it when it is installed, and so also where it is built.
build_data = scripts/build-data "$$(realpath .build/$(1))/../share"
gallery = .build/debug/Gallery

# SwiftPM does not know all of GTK's compiler flags and says so each time.
quiet = 2> >(grep -v 'prohibited flag' >&2)

# A package is staged in DESTDIR, and compiles the schemas of the machine that it comes to.
compile_installed_schemas = @test -n "$(DESTDIR)" || glib-compile-schemas $(schemas)

.PHONY: help deps build run gallery pictures test test-swift test-end-to-end test-trixie \
  test-asan bench demo docs install uninstall lint pot clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

deps: ## Install what is missing to build, run and test
	@scripts/install-dependencies

build: deps ## Build for release
	$(SWIFT) build -c release --product tideline $(quiet)
	@$(call build_data,release)

run: build ## Open Tideline on MAILBOX, or on a sample mailbox
	@if [ -n "$${WAYLAND_DISPLAY:-}$${DISPLAY:-}" ]; then \
	  scripts/run-on-mailbox $(release) "$(MAILBOX)"; \
	else \
	  echo "No display: playing the demo instead; its pictures will be in demo/."; \
	  $(MAKE) --no-print-directory demo; \
	fi

gallery: deps ## Open the library's styles and features, each beside its code
	$(SWIFT) build --product Gallery $(quiet)
	@if [ -n "$${WAYLAND_DISPLAY:-}$${DISPLAY:-}" ]; then \
	  $(gallery); \
	else \
	  echo "No display: drawing its pictures instead."; \
	  $(MAKE) --no-print-directory pictures; \
	fi

pictures: deps ## Draw every row in every state, style and scheme into PICTURES
	$(SWIFT) build --product Gallery $(quiet)
	scripts/with-display $(gallery) --pictures "$(PICTURES)"

test: deps lint test-swift test-end-to-end ## Run every test
	@echo "all tests passed"

test-swift: deps ## Run the unit tests, on a display of their own
	$(SWIFT) build --build-tests $(quiet)
	SWIFT=$(SWIFT) scripts/check-snippets
	scripts/with-display $(SWIFT) test --skip-build $(quiet)

# The debug build, which the unit tests need anyway; the demo plays the release build.
test-end-to-end: deps ## Pull, page and type in a headless GNOME session
	for product in tideline TenLines Messages Guest Gallery; do \
	  $(SWIFT) build --product $$product $(quiet); \
	done
	@$(call build_data,debug)
	$(PYTHON) Tests/EndToEnd/run.py --binary .build/debug/tideline

bench: deps ## Measure the library beside the same list without it
	$(SWIFT) build -c release --product Benchmarks $(quiet)
	$(PYTHON) Tests/Benchmarks/run.py --binary .build/release/Benchmarks

test-trixie: ## Run the same tests on GTK 4.18, in a Debian 13 root (as root; not in `make test`)
	scripts/test-trixie

# Leaks of what GTK stands on are in Tests/asan.supp. GTK has no frame pointers: for whole stacks
# add fast_unwind_on_malloc=0, which takes ten times as long.
test-asan: deps ## Run the library's widget tests under AddressSanitizer, with leaks
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/asan $(quiet)
	ASAN_OPTIONS=$${ASAN_OPTIONS:-detect_leaks=1} \
	  LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/asan.supp:print_suppressions=0 \
	  scripts/with-display $(SWIFT) test --skip-build --sanitize=address --scratch-path .build/asan \
	  --disable-swift-testing --filter '^(Gtk|PullToRefresh)Tests' $(quiet)

demo: build ## Play the app without a screen; pictures go to demo/
	$(PYTHON) Tests/EndToEnd/demo.py --binary $(release) --output demo

docs: ## Build the library's documentation below .build/docs
	@SWIFT=$(SWIFT) scripts/make-docs

install: ## Install below PREFIX, staged in DESTDIR
	@test -x $(release) || { echo "Build first: make build"; exit 1; }
	install -Dm755 $(release) $(bin)/tideline
	install -Dm644 data/org.tideline.Tideline.desktop \
	  $(share)/applications/org.tideline.Tideline.desktop
	install -Dm644 data/icons/org.tideline.Tideline.svg \
	  $(share)/icons/hicolor/scalable/apps/org.tideline.Tideline.svg
	install -Dm644 data/org.tideline.Tideline.gschema.xml \
	  $(schemas)/org.tideline.Tideline.gschema.xml
	for po in $(catalogues); do \
	  mo=locale/$$(basename $$po .po)/LC_MESSAGES/$$(basename $$(dirname $$po)).mo; \
	  install -Dm644 "$$(realpath $(dir $(release)))/../share/$$mo" $(share)/$$mo; \
	done
	$(compile_installed_schemas)

uninstall: ## Remove what install put there
	rm -f $(bin)/tideline
	rm -f $(share)/applications/org.tideline.Tideline.desktop
	rm -f $(share)/icons/hicolor/scalable/apps/org.tideline.Tideline.svg
	rm -f $(schemas)/org.tideline.Tideline.gschema.xml
	for po in $(catalogues); do \
	  rm -f $(share)/locale/$$(basename $$po .po)/LC_MESSAGES/$$(basename $$(dirname $$po)).mo; \
	done
	$(compile_installed_schemas)

lint: ## Check the format of the Swift sources
	$(SWIFT) format lint --strict --recursive Package.swift Sources Examples Tests

# xgettext reads no Swift; its JavaScript joins literals by + as Swift does.
xgettext = xgettext --language=JavaScript --from-code=UTF-8 --add-comments --package-name=$(1) \
  -o data/po/$(1)/$(1).pot

pot: ## Collect the texts to translate, and bring the translations up to them
	$(call xgettext,tideline) --keyword=tr --keyword=tr:1,2 --keyword=Sentence \
	  $$(grep -rlE '\b(tr|Sentence)\(' Sources/Tideline Sources/Mail | sort)
	$(call xgettext,pull-to-refresh) --keyword=text --keyword=text:1,2 \
	  $$(grep -rlE '\btext\(' Sources/PullToRefresh | sort)
	for po in $(catalogues); do \
	  pot=$$(echo $$(dirname $$po)/*.pot); \
	  msgmerge --quiet --update --backup=none --no-fuzzy-matching $$po $$pot; \
	done

clean: ## Remove what was built
	rm -rf .build demo pictures
