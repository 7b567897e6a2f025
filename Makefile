# Tideline: build, run, test. `make help` lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
MAILBOX ?=
SWIFT ?= swift
PYTHON ?= /usr/bin/python3

bin = $(DESTDIR)$(PREFIX)/bin
share = $(DESTDIR)$(PREFIX)/share
release = .build/release/tideline

# SwiftPM does not know all of GTK's compiler flags and says so each time.
quiet = 2> >(grep -v 'prohibited flag' >&2)

.PHONY: help deps build run test test-swift test-end-to-end demo install uninstall lint pot clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

deps: ## Install what is missing to build, run and test
	@scripts/install-dependencies

build: deps ## Build for release
	$(SWIFT) build -c release --product tideline $(quiet)

run: build ## Open Tideline on MAILBOX, or on a sample mailbox
	@if [ -n "$${WAYLAND_DISPLAY:-}$${DISPLAY:-}" ]; then \
	  scripts/run-on-mailbox $(release) "$(MAILBOX)"; \
	else \
	  echo "No display: playing the demo instead; its pictures will be in demo/."; \
	  $(MAKE) --no-print-directory demo; \
	fi

test: deps lint test-swift test-end-to-end ## Run every test
	@echo "all tests passed"

test-swift: deps ## Run the unit tests, on a display of their own
	$(SWIFT) build --build-tests $(quiet)
	scripts/with-display $(SWIFT) test --skip-build $(quiet)

# The debug build, which the unit tests need anyway; the demo plays the release build.
test-end-to-end: deps ## Pull, page and type in a headless GNOME session
	$(SWIFT) build --product tideline $(quiet)
	$(PYTHON) Tests/EndToEnd/run.py --binary .build/debug/tideline

demo: build ## Play the app without a screen; pictures go to demo/
	$(PYTHON) Tests/EndToEnd/demo.py --binary $(release) --output demo

install: ## Install below PREFIX, staged in DESTDIR
	@test -x $(release) || { echo "Build first: make build"; exit 1; }
	install -Dm755 $(release) $(bin)/tideline
	install -Dm644 data/org.tideline.Tideline.desktop \
	  $(share)/applications/org.tideline.Tideline.desktop
	install -Dm644 data/icons/org.tideline.Tideline.svg \
	  $(share)/icons/hicolor/scalable/apps/org.tideline.Tideline.svg

uninstall: ## Remove what install put there
	rm -f $(bin)/tideline
	rm -f $(share)/applications/org.tideline.Tideline.desktop
	rm -f $(share)/icons/hicolor/scalable/apps/org.tideline.Tideline.svg

lint: ## Check the format of the Swift sources
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

# xgettext reads no Swift; its JavaScript joins literals by + as Swift does.
pot: ## Collect the texts to translate
	xgettext --language=JavaScript --from-code=UTF-8 --add-comments --package-name=tideline \
	  --keyword=tr --keyword=tr:1,2 --keyword=Sentence -o data/po/tideline.pot \
	  $$(grep -rlE '\b(tr|Sentence)\(' Sources/Tideline Sources/Mail | sort)
	xgettext --language=JavaScript --from-code=UTF-8 --add-comments \
	  --package-name=pull-to-refresh --keyword=text --keyword=text:1,2 -o data/po/pull-to-refresh.pot \
	  $$(grep -rlE '\btext\(' Sources/PullToRefresh | sort)

clean: ## Remove what was built
	rm -rf .build demo
