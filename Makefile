# Tideline: build, run, test. `make help` lists the main targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
SWIFT ?= swift
PYTHON ?= /usr/bin/python3
PICTURES ?= pictures
ROUNDS ?= 200
SESSIONS ?= 200
MIXTURES ?= 500
HOURS ?= 24
EDGE ?= top

# The installed products and their paths below PREFIX: PRODUCT=PATH. `tideline` starts
# `tideline-window` from its own folder or from libexec.
installed = tideline=bin/tideline tideline-window=libexec/tideline-window
products = $(foreach pair,$(installed),$(firstword $(subst =, ,$(pair))))

share = $(DESTDIR)$(PREFIX)/share
# The programs as they are installed. SwiftPM would link all of Foundation into each of them.
linked = .build/linked
BUILT ?= $(linked)/bin
traced_release = .build/traced/bin/tideline
library = lib/tideline/libtideline.so
packages = $(patsubst %,.build/%.deb,$(shell sed -n "s/^Package: //p" data/debian/control))
catalogues = $(wildcard data/po/*/*.po)

# The data beside a built program, as beside an installed one.
build_data = scripts/build-data "$$(realpath .build/$(1))/../share" "$$(realpath .build/$(1))/tideline"
gallery = .build/debug/Gallery

# Prints one line for each long step. V=1 also shows its output, which is in a log in .build/logs.
step = @scripts/step
export SWIFT PYTHON V

# Updates the caches of the desktop, unless the files are staged in DESTDIR for a package.
# Without a cache, icons are still found; an outdated cache hides them.
define tell_the_desktop
	@[ -n "$(DESTDIR)" ] || { glib-compile-schemas "$(share)/glib-2.0/schemas"; \
	  ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$(share)/applications"; \
	  [ ! -e "$(share)/icons/hicolor/icon-theme.cache" ] || gtk4-update-icon-cache -qtf "$(share)/icons/hicolor"; }
endef

.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' Makefile)
# One target after another, since builds wait for each other. scripts/run-tests sets TOGETHER.
ifndef TOGETHER
.NOTPARALLEL:
endif

help: ## List the targets that most people need; all of them with ALL=1
	@grep -hE '^[a-z-]+:.*$(if $(ALL),,[^#])## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

deps: ### Install what is missing to build and run
	@scripts/install-dependencies

test-deps: ### Install what is missing to test, too
	@scripts/install-dependencies --tests

build: deps programs ## Build for release

# FOLDER, WORDS, environment: builds the programs into a folder.
define build_programs
	$(step) "Building Tideline$(2)" $(3) scripts/build-release $(products)
	$(step) "Linking it" $(3) scripts/link-release .build/release $(1) $(products)
	@scripts/build-data $(1)/share "$(CURDIR)/$(1)/bin/tideline"
endef

# Builds as for a package: installs no dependencies.
programs:
	$(call build_programs,$(linked))

# The programs with the trace of the window's states, which the demo and the benchmarks read.
traced: deps
	$(call build_programs,.build/traced, with its trace,env TRACED=1)

screen = $(or $(WAYLAND_DISPLAY),$(DISPLAY))

# A debug build: `make test` goes on with it. `make build` is the release.
run: $(if $(screen),deps,test-deps) ## Open Tideline on MAILBOX, or on the mail of this machine
	$(step) "Building Tideline" bash -c 'for product; do $(SWIFT) build --product $$product; done' - $(products)
	@$(call build_data,debug)
ifneq ($(screen),)
	@.build/debug/tideline $(if $(MAILBOX),"$(MAILBOX)")
else
	@echo "No display: playing its main part instead; six pictures will be in demo/."
	$(step) "Playing the demo" $(PYTHON) Tests/EndToEnd/demo.py --binary .build/debug/tideline --output demo \
	  --only short
endif

gallery: deps ## Open the library's styles and features, each beside its code
	$(step) "Building the Gallery" $(SWIFT) build --product Gallery
ifneq ($(screen),)
	@$(gallery)
else
	@echo "No display: drawing its pictures instead."
	@$(MAKE) --no-print-directory pictures
endif

pictures: test-deps ### Draw every row in every state, style and scheme into PICTURES
	$(step) "Building the Gallery" $(SWIFT) build --product Gallery
	$(step) "Drawing its rows" scripts/with-display $(gallery) --pictures "$(PICTURES)"

TESTS ?= lint test-data test-functions docs test-widgets test-servers test-commands \
  test-robustness test-end-to-end

test: test-deps ## Run every test that a developer waits for
	@MAKE="$(MAKE)" scripts/run-tests $(TESTS)

# THOROUGH multiplies the random tests, and plays those that take long.
test-all: test-deps ### Run every test before a release, many times as many random ones, and other Debians (as root)
	@THOROUGH=50 MAKE="$(MAKE)" scripts/run-tests $(TESTS) test-fuzzed test-packages test-benchmarks
	@if [ "$$(id -u)" = 0 ]; then \
	  $(MAKE) --no-print-directory test-trixie test-deb; \
	else \
	  echo 'On other Debians: sudo env "PATH=$$PATH" make test-trixie test-deb'; \
	fi

# Tells scripts/steady the names.
list-tests:
	@echo $(TESTS)

# Builds all programs and tests at once, for debugging: SwiftPM plans each further build anew.
build-tests: test-deps
	$(step) "Building the tests" $(SWIFT) build --build-tests
	@$(call build_data,debug)
	$(step) "Building the guests" scripts/build-guests

check: test-deps ## Check what you have changed within a minute: the format, and some unit tests of it
	$(step) "Building the tests" $(SWIFT) build --build-tests
	@$(call build_data,debug)
	$(step) "What has changed" scripts/check

test-swift: test-widgets test-functions ### Run all unit tests

test-widgets: build-tests ### Run the unit tests of widgets, on a display of their own
	$(step) "Unit tests of widgets" scripts/test-widgets

# Limits the parallel tests: all at once would exceed the usual limit of open files.
test-functions: build-tests ### Run the unit tests of all else
	$(step) "Unit tests of functions" sh -c 'scripts/with-scratch scripts/with-display \
	  .build/debug/TidelinePackageTests.xctest --testing-library swift-testing \
	  --experimental-maximum-parallelization-width 8 --xunit-output "$$JUNIT/functions.xml"'
	$(step) "Examples in the documentation" $(without_display) test_snippets

test-fuzzed: build-tests ### Compile what is fuzzed
	$(step) "What is fuzzed" env SWIFTC=$(SWIFT)c scripts/fuzz --check

test-packages: build-tests ### Use the library from other packages, by path and by URL
	$(step) "Other packages" scripts/test-packages

without_display = env TIDELINE_BINARY=.build/debug/tideline scripts/with-scratch $(PYTHON) Tests/run.py

test-data: build-tests ### Check what the desktop and packages are made of
	$(step) "Data and packages" $(without_display) test_data

test-servers: build-tests ### Start the IMAP servers that other tests stand on, and read mail from them
	$(step) "IMAP servers" $(without_display) Servers

test-commands: build-tests ### Add accounts on the command line, with servers, keyrings and a DNS of their own
	$(step) "Command line" $(without_display) CommandLine

test-robustness: build-tests ### Kill it, KILLS times, fill its disk, break its mailboxes; it must lose nothing
	$(step) "Robustness" scripts/with-scratch $(PYTHON) Tests/Robustness/run.py \
	  --binary .build/debug/tideline $(if $(KILLS),--kills $(KILLS))

# Tests the debug build, which the unit tests need anyway; the demo plays the release build.
test-end-to-end: build-tests ### Pull, page and type in a headless GNOME session
	$(step) "End to end" scripts/with-scratch $(PYTHON) Tests/EndToEnd/run.py \
	  --binary .build/debug/tideline

test-benchmarks: build-tests ### Start each benchmark, as small as it can be, to see that it still works
	$(step) "Benchmarks" nice $(without_display) test_benchmarks

feel: test-deps ### Play ROUNDS random gestures on a list that refreshes at EDGE (RTL=1 mirrors it); SEED plays the same again
	$(step) "Building the gestures" $(SWIFT) build --product Benchmarks
	scripts/with-scratch $(PYTHON) Tests/EndToEnd/feel.py --binary .build/debug/Benchmarks \
	  --edge $(EDGE) $(if $(RTL),--rtl) --rounds $(ROUNDS) $(if $(SEED),--seed $(SEED))

# The unit tests play four sessions. The line that is read must not move in any frame.
chat: test-deps ### Play SESSIONS random sessions of a chat; SEED is the number of the first one
	$(step) "Building the tests" $(SWIFT) build --build-tests
	CHAT_SESSIONS=$(SESSIONS) CHAT_SEED=$(SEED) scripts/with-display $(SWIFT) test --skip-build \
	  --disable-swift-testing --filter 'ChatTests/testTheLineThatIsReadStaysInEveryFrame'

day: build-tests ### Keep a window open for HOURS that pass in minutes: sleeps, other networks, none, and mail
	scripts/with-scratch $(PYTHON) Tests/EndToEnd/day.py --binary .build/debug/tideline --hours $(HOURS)

# `make test-servers` reads mail from six of these servers.
mixtures: build-tests ### Read mail from MIXTURES servers, each with several quirks; SEED is the number of the first one
	MIXTURES=$(MIXTURES) MIXTURE_SEED=$(SEED) $(without_display) Servers -k Mixtures

fuzz: test-deps ### Fuzz what reads messages, mboxes, file names and IMAP responses, for FUZZ_SECONDS each
	FUZZ_SECONDS=$${FUZZ_SECONDS:-600} SWIFTC=$(SWIFT)c scripts/fuzz

bench: bench-library bench-window bench-mail bench-imap ## Measure the library, the window, the mail engine, and mail on a server

bench-library: test-deps traced ### Measure the library beside the same list without it, and a list of a million rows
	$(step) "Building the benchmarks" env TRACED=1 scripts/build-release Benchmarks
	$(PYTHON) Tests/Benchmarks/run.py --binary .build/release/Benchmarks
	$(PYTHON) Tests/Benchmarks/scale.py --binary .build/release/Benchmarks

bench-window: traced test-deps ### Measure the window's start and memory beside bare windows in C, its search and long messages
	scripts/with-display $(PYTHON) Tests/Benchmarks/start.py --binary $(traced_release) \
	  --cache .build/bench-mail
	$(PYTHON) Tests/Benchmarks/keystroke.py --binary $(traced_release) --cache .build/bench-mail \
	  $(if $(LARGE),--messages 200000)
	$(step) "Building the benchmarks" env TRACED=1 scripts/build-release Benchmarks
	$(PYTHON) Tests/Benchmarks/pane.py --binary .build/release/Benchmarks

# Mailboxes and a store of a million conversations are made once; `make clean` removes them.
bench-mail: test-deps traced ### Measure the mail engine beside notmuch; LARGE=1 also with 200,000 messages
	$(step) "Building the benchmarks" env TRACED=1 scripts/build-release MailBenchmarks
	$(PYTHON) Tests/Benchmarks/mail.py --binary $(traced_release) \
	  --helper .build/release/MailBenchmarks --cache .build/bench-mail $(if $(LARGE),--large)

bench-imap: test-deps traced ### Measure mail on a server beside mbsync and neomutt; LARGE=1 also 100,000 messages
	$(step) "Building the benchmarks" env TRACED=1 scripts/build-release MailBenchmarks
	$(PYTHON) Tests/Benchmarks/imap.py --binary $(traced_release) \
	  --helper .build/release/MailBenchmarks --cache .build/bench-imap $(if $(LARGE),--all)

test-trixie: ### Run the same tests on GTK 4.18, in a Debian 13 root (as root; not in `make test`)
	@scripts/test-trixie

# Tests/asan.supp lists the leaks of GTK's dependencies. The slow unwinder is needed because GTK has
# no frame pointers. GL is disabled because its driver is unloaded before the leaks get their names.
test-asan: test-deps ### Run the library's widget tests and guests in C under AddressSanitizer, with leaks
	$(step) "Building the tests with AddressSanitizer" \
	  $(SWIFT) build --build-tests --sanitize=address --scratch-path .build/asan
	ASAN_OPTIONS=$${ASAN_OPTIONS:-detect_leaks=1:fast_unwind_on_malloc=0:malloc_context_size=16} \
	  LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/asan.supp:print_suppressions=0 GDK_DEBUG=gl-disable \
	  scripts/with-display $(SWIFT) test --skip-build --sanitize=address --scratch-path .build/asan \
	  --disable-swift-testing --filter '^(PullToRefresh(Gtk)?|RefreshPlaceKeeping|TidelineGtk)Tests'
	$(step) "Building the guests with AddressSanitizer" scripts/build-guests --asan
	$(step) "Guests in C, in release" scripts/with-display $(PYTHON) \
	  Tests/EndToEnd/release_guests.py .build/asan-guests/bin

demo: traced test-deps ## Play the app without a screen; pictures go to demo/
	$(step) "Playing the demo" $(PYTHON) Tests/EndToEnd/demo.py --binary $(traced_release) --output demo \
	  $(if $(ONLY),--only $(ONLY))

docs: ## Build the library's documentation below .build/docs
	$(step) "Documentation" scripts/make-docs

install: ## Install below PREFIX, staged in DESTDIR
	@test -x "$(BUILT)/tideline" || { echo "Build first: make build"; exit 1; }
	for pair in $(installed); do \
	  install -s -Dm755 "$(BUILT)/$${pair%%=*}" "$(DESTDIR)$(PREFIX)/$${pair#*=}"; \
	done
	if [ -e "$(BUILT)/../$(library)" ]; then \
	  install -s -Dm644 "$(BUILT)/../$(library)" "$(DESTDIR)$(PREFIX)/$(library)"; \
	fi
	scripts/build-data --install "$(share)" "$(PREFIX)/bin/tideline"
	$(tell_the_desktop)

uninstall: ### Remove what install put there
	for pair in $(installed) =$(library); do rm -f "$(DESTDIR)$(PREFIX)/$${pair#*=}"; done
	scripts/build-data --list | while read -r file; do rm -f "$(share)/$$file"; done
	for folder in "$(DESTDIR)$(PREFIX)/$(dir $(library))" "$(share)/tideline"; do \
	  if [ -d "$$folder" ]; then find "$$folder" -type d -empty -delete; fi; \
	done
	$(tell_the_desktop)

deb: build test-deps ### Make packages of Tideline and of the library for Debian and Ubuntu in .build
	$(step) "Building the library for C" scripts/build-library .build/library
	$(step) "Making the packages" scripts/build-deb $(BUILT) .build/library .build
	$(step) "Checking the packages" lintian --fail-on error,warning $(packages)

# Packages made on Debian 12 are tested on 12 and 13; those made on 13, only on 13.
debian_here = $(shell . /etc/os-release && echo $$VERSION_CODENAME)
debian_roots = $(if $(filter bookworm,$(debian_here)),bookworm )trixie
trixie = $(or $(TRIXIE_ROOT),.build/trixie)

test-deb: deb ### Install the packages on clean Debians, 12 and 13 (as root; not in `make test`)
	@for release in $(debian_roots); do \
	  scripts/test-deb .build $$release .build/deb-$(debian_here)-on-$$release.png; \
	done
	@scripts/test-trixie make deb
	@scripts/test-deb $(trixie)/source/.build trixie .build/deb-trixie-on-trixie.png

test-flatpak: deps ### Build as the Flatpak does, of vendored sources and without a network (not in `make test`)
	$(step) "Building as the Flatpak does" scripts/test-flatpak

lint: ### Check the format of the Swift sources
	$(step) "Lint" $(SWIFT) format lint --strict --recursive Package.swift Sources Examples Tests build-aux

# xgettext reads no Swift; its JavaScript joins literals by + as Swift does.
xgettext = xgettext --language=JavaScript --from-code=UTF-8 --add-comments --package-name=$(1) \
  -o data/po/$(1)/$(1).pot

pot: ### Collect the texts to translate, and bring the translations up to them
	$(call xgettext,tideline) --keyword=tr --keyword=tr:1,2 --keyword=inContext:1c,2 \
	  --keyword=Sentence \
	  $$(grep -rlE '\b(tr|inContext|Sentence)\(' Sources/Tideline* Sources/Mail* Sources/Network | sort)
	xgettext --join-existing --from-code=UTF-8 -o data/po/tideline/tideline.pot \
	  data/org.tideline.Tideline.desktop
	xgettext --join-existing --from-code=UTF-8 --its=/usr/share/gettext/its/metainfo.its \
	  -o data/po/tideline/tideline.pot data/org.tideline.Tideline.metainfo.xml
	$(call xgettext,pull-to-refresh) --keyword=text --keyword=text:1,2 \
	  $$(grep -rlE '\btext\(' Sources/PullToRefresh Sources/RefreshPlaceKeeping | sort)
	for po in $(filter-out %/en_GB.po,$(catalogues)); do \
	  pot=$$(echo $$(dirname $$po)/*.pot); \
	  msgmerge --quiet --update --backup=none --no-fuzzy-matching $$po $$pot; \
	done
	for pot in data/po/*/*.pot; do data/po/spell-as-in-britain $$pot; done

clean: ### Remove what was built
	rm -rf .build demo pictures
