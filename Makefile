# Builds and tests Latchkey. `make demo` demonstrates Latchkey, and `make test` runs all tests that must pass.

SWIFT        ?= swift
TOOL_SCRATCH := .build/tool
TOOL         := .build/security
LIBRARY_SCRATCH := .build/c-library
LIBRARY         := .build/library
# The names of source files in the products do not depend on the folder of the sources (docs/packages.md).
MAPPED       := -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
BUILD_TOOL    = $(SWIFT) build --static-swift-stdlib -c release $(STRICT) $(MAPPED) --scratch-path $(TOOL_SCRATCH) \
  $$(scripts/static-link-flags $(SWIFT) $(abspath $(TOOL_SCRATCH))/static)
# The credential helpers are built in the same way as the tool.
HELPERS      := git-credential-latchkey docker-credential-latchkey
STRICT       := -Xswiftc -warnings-as-errors
# The Swift modules and their library are built in a separate folder. Package.swift describes how this build differs.
MODULES      := .build/modules
STAGE        := .build/stage
# `make install` installs into this prefix, below the folder DESTDIR.
PREFIX       ?= /usr/local
PACKAGES     := pkg-config libsqlite3-dev libssl-dev libargon2-dev chrpath binutils
# The Debian packages that only the PAM module needs.
MODULE_PACKAGES := gcc libc6-dev libpam0g-dev
# The Debian packages with the programs that build Debian packages.
DEB_PACKAGES := debhelper dpkg-dev $(MODULE_PACKAGES)
# The Debian packages with the programs and the libraries that the tests use.
TEST_PACKAGES := dbus dpkg-dev libexpat1 gnome-keyring libsecret-tools gnupg pass openssl git groff-base python3 gcc strace chrpath libpam-modules libpam-runtime $(MODULE_PACKAGES) \
  python3-keyring python3-pytest python3-secretstorage python3-jeepney python3-cryptography python3-dbus python3-gi gir1.2-secret-1 python3-pip \
  python3-setuptools python3-wheel twine \
  python3-jaraco.classes python3-jaraco.context python3-jaraco.functools libsecret-1-dev golang-docker-credential-helpers msmtp make

BENCH_SCRATCH := Benchmarks/.build
PYTHON        ?= /usr/bin/python3
# The value is `yes` if Debian's packages of gnome-keyring and its client are installed.
HAS_RIVAL     := $(shell pkg-config --exists libsecret-1 2>/dev/null && \
  command -v gnome-keyring-daemon >/dev/null && command -v secret-tool >/dev/null && \
  command -v dbus-run-session >/dev/null && echo yes)
PROGRAMS      := $(BENCH_SCRATCH)/programs

FUZZ_TARGETS := fuzz-keys fuzz-queries fuzz-certificates fuzz-imports \
	fuzz-revocation fuzz-transfers fuzz-property-lists fuzz-assuan fuzz-backups fuzz-objects fuzz-vault \
	fuzz-messages fuzz-calls fuzz-packets fuzz-copies
SECONDS      ?= 60

.PHONY: help demo demo-keychaind test test-unprivileged test-everywhere needs-root test-keychaind test-asan coverage coverage-report torture power-loss fuzz bench bench-desktop bench-check test-libsecret test-desktop count-frames bench-library bench-profile bench-plot bench-programs build tool \
  check-documentation site look-at-site modules stage install uninstall daemon agent pam-module application install-service uninstall-service install-pam uninstall-pam test-systemd install-check deb deb-stage deb-check toolset-check samples-check check-folders tarball release release-check library format lint packages test-packages clean

help:
	@echo "make demo      build, then run the tool and the examples, and check what they print"
	@echo "make demo-keychaind  the same with keychains in keychaind (needs root)"
	@echo "make test      lint, build with warnings as errors, run all tests (needs root)"
	@echo "make test-unprivileged  the same without the tests of attacks and other tests that need root"
	@echo "make check-folders  build; fails when folders of a module need each other, or a module imports upwards"
	@echo "make site      the documentation as a site, with tutorials, in .build/site; fails when a link leads nowhere"
	@echo "               (SITE_BASE=/latchkey for a server that has it at that path)"
	@echo "make look-at-site  the same, and pictures of it at the width of a phone and of a desktop (needs root)"
	@echo "make torture   the long form of the tests that break things on purpose (FLIPS=500 bytes of each file)"
	@echo "make power-loss  the power fails in 100 000 places (STATES=100000) while keychains are changed"
	@echo "make test-keychaind  all tests of Security on keychains in keychaind (needs root)"
	@echo "make test-asan  the tests of files, keys, rows and items, and of C, with AddressSanitizer"
	@echo "make coverage  run all tests, and say which lines of Sources they run; fails below $(COVERED) %"
	@echo "make coverage-report  say it again (REPORT='--write --html'; see scripts/coverage)"
	@echo "make fuzz      libFuzzer at keys, queries, certificates, imports, and other readers; SECONDS=60 each"
	@echo "make bench     our figures beside those of SQLite and OpenSSL alone and of gnome-keyring"
	@echo "               (BENCH=--quick, BENCH=--large, RIVAL=no; see Benchmarks/README.md)"
	@echo "make bench-desktop  the Secret Service beside gnome-keyring"
	@echo "make test-libsecret  the tests of libsecret, from Debian's source, against the Secret Service (needs root)"
	@echo "make test-desktop  Chromium, Evolution's library, QtKeychain, the portal and Seahorse with the Secret Service (needs root)"
	@echo "make bench-check  a short run; fails when a ratio is worse than Benchmarks/ratios.json"
	@echo "make count-frames  the calls from a search to its first decryption, at most 20"
	@echo "make bench-profile  where the instructions of a call are spent, by room"
	@echo "make bench-library  a search through libSecurity.so beside the same in Swift"
	@echo "make tool      build the security tool and the credential helpers (statically linked Swift): .build/"
	@echo "make tarball   an archive of these programs with pages and completions, for containers: .build/tarball"
	@echo "make release   source archive, archive of programs and Debian packages, signed: .build/release (KEY=...)"
	@echo "make release-check  the same with a new key; check the signatures and the source archive"
	@echo "make library   build libSecurity.so and libCommonCrypto.so, for programs in C, with headers: .build/library"
	@echo "make install   build, and copy to PREFIX (/usr/local), below DESTDIR if that is given"
	@echo "make uninstall remove from there what make install put there"
	@echo "make install-service  build keychaind and keychain-agent, and install them as a system service (docs/service.md)"
	@echo "make install-pam  only the PAM module, for a machine without keychaind (docs/login.md); make uninstall-pam removes it"
	@echo "make application  build the example of an application with a group of its own (docs/service.md)"
	@echo "make uninstall-service  remove it; the keychains stay"
	@echo "make deb       build Debian packages: .build/deb (docs/packages.md)"
	@echo "make deb-check  the same; check them with lintian, use them in a clean Debian, build again and compare (needs root)"
	@echo "               (EARLIER=COMMIT: upgrade from the packages of this commit)"
	@echo "make install-check  install into a Debian without Swift, use it there, and remove it (needs root)"
	@echo "make test-systemd  test keychaind under systemd, in a container (needs root)"
	@echo "make toolset-check  install to a temporary folder, and build packages for Apple's platforms with it"
	@echo "make samples-check  run the Dockerfiles of docs/containers-and-ci.md on a copy of this machine's files (needs root)"
	@echo "make format    format the sources;  make lint  check them"

# Installs the Debian packages of the system libraries. Does nothing when all packages are installed.
packages:
	@scripts/install-packages $(PACKAGES)

# The network is needed once. Without it, the tests of SecretStorage, keyring and pip say that their sources are missing.
test-packages:
	@scripts/install-packages $(TEST_PACKAGES)
	-@scripts/python-sources .build/python-sources

build: packages
	$(SWIFT) build --build-tests $(STRICT)

# Builds the tool and the credential helpers. Each program is copied, as in an installation: the linker writes a program
# in pieces, and mapping that file takes 0.3 ms longer than mapping the copy.
#
# `chrpath -d` removes the search path that SwiftPM writes into a program. The search path begins with the folder of the
# program. Anyone who can write to this folder could replace libcrypto, and each search in the folder takes time.
tool: packages
	@for product in security $(HELPERS) latchkey-secret-service; do \
	  $(BUILD_TOOL) --product $$product && \
	  install -D -m 755 $(TOOL_SCRATCH)/release/$$product .build/$$product && \
	  chrpath -d .build/$$product || exit; \
	done

# Makes the archive of the statically linked programs for containers and CI images (docs/containers-and-ci.md).
TARBALL := .build/tarball
tarball: tool
	$(BUILD_TOOL) --product manual-writer
	scripts/make-tarball $(SWIFT) .build $(TOOL_SCRATCH)/release/manual-writer $(TARBALL)

# Makes the archives and the packages of a release, and signs them with the key KEY (docs/maintenance.md).
RELEASE := .build/release
release:
	scripts/make-release --check "$(KEY)"
	$(MAKE) tarball deb
	scripts/make-release "$(KEY)" $(RELEASE) $(TARBALL) $(DEBS)

# Makes a release with a new key, and checks the files of the release.
release-check:
	scripts/check-release $(SWIFT) $(RELEASE)

library: packages
	scripts/build-library $(SWIFT) $(LIBRARY_SCRATCH) $(LIBRARY)

# The compiler warns that Foundation may change, and the warnings are suppressed. The warnings are harmless, because the
# modules work only with the toolchain that built them. The modules contain no paths of this machine. They contain the name
# of the folder of the package, which SwiftPM calls the name of the package, so a copy of the sources is in a folder with
# a fixed name.
MODULES_SOURCE := $(CURDIR)/.build/modules-source/latchkey
modules: packages
	rm -rf $(MODULES_SOURCE)
	scripts/copy-sources $(MODULES_SOURCE)
	LATCHKEY_INSTALLED_MODULES=1 $(SWIFT) build --package-path $(MODULES_SOURCE) --product Latchkey -c release \
	  --scratch-path $(abspath $(MODULES)) $(subst $(CURDIR)=,$(MODULES_SOURCE)=,$(MAPPED)) -Xswiftc -suppress-warnings \
	  -Xswiftc -Xfrontend -Xswiftc -no-serialize-debugging-options \
	  -Xlinker -soname=libLatchkey.so -Xlinker -z -Xlinker defs -Xlinker -z -Xlinker nodelete \
	  -Xlinker --version-script=$(abspath scripts/exported-symbols.map)

stage: tool modules library
	$(BUILD_TOOL) --product manual-writer
	scripts/stage $(SWIFT) .build $(TOOL_SCRATCH)/release/manual-writer $(MODULES)/release $(LIBRARY) \
	  $(STAGE)

install: stage
	scripts/install $(STAGE) "$(PREFIX)" "$(DESTDIR)"

uninstall:
	scripts/uninstall "$(PREFIX)" "$(DESTDIR)"

# Builds keychaind like the tool.
daemon: packages
	$(BUILD_TOOL) --product keychaind
	install -D -m 755 $(TOOL_SCRATCH)/release/keychaind .build/keychaind
	chrpath -d .build/keychaind

# Builds keychain-agent like the tool. The program has the set-group-ID bit, so it must not search its libraries in a folder.
agent: packages
	$(BUILD_TOOL) --product keychain-agent
	install -D -m 755 $(TOOL_SCRATCH)/release/keychain-agent .build/keychain-agent
	chrpath -d .build/keychain-agent

# Installs keychaind as a system service (docs/service.md). `make uninstall-service` keeps the keychains.
install-service: daemon agent pam-module
	scripts/install-service .build/keychaind "$(PREFIX)" "$(DESTDIR)"
	scripts/install-agent .build/keychain-agent "$(PREFIX)" "$(DESTDIR)"
	scripts/install-pam .build/pam_latchkey.so "$(PREFIX)" "$(DESTDIR)"

# Builds the PAM module, which unlocks a keychain at a login (docs/login.md).
pam-module:
	@scripts/install-packages $(MODULE_PACKAGES)
	@mkdir -p .build
	scripts/build-pam-module .build/pam_latchkey.so "$(PREFIX)"

install-pam: pam-module
	scripts/install-pam .build/pam_latchkey.so "$(PREFIX)" "$(DESTDIR)"

uninstall-pam:
	scripts/uninstall-pam "$(DESTDIR)"

# Builds the example application statically, so that its file can have the set-group-ID bit (docs/service.md).
application: packages
	@$(BUILD_TOOL) --product protected-note >&2
	@install -D -m 755 $(TOOL_SCRATCH)/release/protected-note .build/protected-note
	@chrpath -d .build/protected-note >&2

# Builds what the Debian packages contain. The prefix of the packages is /usr.
deb-stage: stage daemon agent
	@scripts/install-packages $(DEB_PACKAGES)
	@mkdir -p .build/packages
	scripts/build-pam-module .build/packages/pam_latchkey.so /usr

# Builds the Debian packages in .build/deb (docs/packages.md).
DEBS := .build/deb
deb: deb-stage
	scripts/build-debs $(SWIFT) $(DEBS)

# Checks the Debian packages with lintian and in a clean Debian, which is created once. Upgrades from the packages of the
# commit EARLIER, which are built once. Requires root. Then builds the packages again in another folder, and compares the
# bytes.
EARLIER ?= ccf49f49da41f7da0d335dc1945c94681bdedb7f
deb-check:
	@mkdir -p .build
	scripts/source-digest >.build/deb-sources
	$(MAKE) deb
	@scripts/install-packages lintian debootstrap systemd-container
	lintian --allow-root --fail-on error,warning --tag-display-limit 0 $(DEBS)/*.changes
	scripts/earlier-debs $(SWIFT) $(EARLIER) $(DEBS)-earlier
	scripts/debian-root .build/debian-root packages
	scripts/check-debs $(SWIFT) $(DEBS) $(DEBS)-earlier .build/debian-root
	scripts/debian-root .build/bare-root bare
	scripts/check-apt $(DEBS) .build/bare-root
	scripts/check-reproducible $(SWIFT) $(DEBS) "$$(cat .build/deb-sources)"

uninstall-service: uninstall-pam
	scripts/uninstall-agent "$(PREFIX)" "$(DESTDIR)"
	scripts/uninstall-service "$(PREFIX)" "$(DESTDIR)"

# Tests keychaind under systemd, in a container with a copy-on-write view of this machine's files. Requires root.
test-systemd: test-packages tool daemon agent pam-module application
	@scripts/install-packages systemd-container libpam-systemd dbus polkitd sudo pinentry-curses
	scripts/with-systemd . $(PYTHON) $(abspath Tests/Systemd/check-service.py) $(abspath .build/keychaind) \
	  $(abspath .build/security)
	rm -rf .build/another-machine && mkdir -m 700 .build/another-machine
	set -e; for machine in one other; do \
	  LATCHKEY_SYSTEMD_FOLDER=$(abspath .build/another-machine) scripts/with-systemd . $(PYTHON) \
	    $(abspath Tests/Systemd/check-machine.py) $(abspath .build/security) $(abspath .build/another-machine) $$machine; \
	done
	rm -rf .build/another-machine

# Tests the installation in a Debian without Swift. The Debian is created once. Requires root.
install-check: stage
	@scripts/install-packages groff-base zsh fish
	scripts/debian-root .build/minimal-root minimal
	scripts/check-install $(SWIFT) $(STAGE) .build/minimal-root

# Runs the tests of the packages also with keychains in keychaind, if this user is root.
toolset-check: stage build
	scripts/install $(STAGE) $(abspath .build/installed)
	KEYCHAIND=$$([ "$$(id -u)" != 0 ] || echo .build/debug/keychaind) scripts/check-toolset $(SWIFT) .build/installed/bin/security $(PACKAGE)
	scripts/uninstall $(abspath .build/installed)
	test ! -e .build/installed

samples-check: tarball
	scripts/debian-root .build/bare-root bare
	scripts/check-samples $(SWIFT) $(TARBALL) .build/bare-root $(SAMPLE)

demo: tool
	@scripts/install-packages openssl python3
	$(SWIFT) build --package-path Examples $(STRICT)
	scripts/demo $(TOOL) Examples/.build/debug
	@echo "== The tutorials"
	$(PYTHON) scripts/check-tutorials --run $(TOOL) Examples/.build/debug

# Runs the tool and the examples again, with keychains in keychaind. Requires root.
demo-keychaind: tool build
	@scripts/install-packages openssl python3
	$(SWIFT) build --package-path Examples $(STRICT)
	scripts/with-keychaind .build/debug/keychaind scripts/demo $(TOOL) Examples/.build/debug keychaind

check-folders: build
	SWIFT=$(SWIFT) $(PYTHON) scripts/check-folders

# Runs the short checks of the documentation: the topic groups, the tutorials, and the pages that become articles.
check-documentation: build
	scripts/symbol-graphs $(SWIFT) .build/symbol-graphs
	$(PYTHON) scripts/check-topics .build/symbol-graphs
	$(PYTHON) scripts/check-tutorials $(SWIFT)
	$(PYTHON) scripts/site-articles .build/articles

SITE := .build/site
site: packages
	$(SWIFT) build --target LocalAuthentication $(STRICT)
	$(SWIFT) build --target LatchkeyAdministration $(STRICT)
	scripts/build-site $(SWIFT) $(SITE) $(SITE_BASE)

look-at-site: site
	@scripts/install-packages chromium fonts-liberation
	$(PYTHON) scripts/look-at-site $(SITE) $(SITE)-pictures

# The tests have a /tmp of their own, which other users of the machine cannot reach. A test fails when they do not have it.
RUN_TESTS = LATCHKEY_PRIVATE_TMP=1 scripts/with-private-tmp $(SWIFT) test

test: needs-root test-everywhere
	@echo "== the tests of what keychaind decides again, on keychains in keychaind"
	LATCHKEY_TEST_SERVICE=keychaind $(RUN_TESTS) --skip-build $(STRICT) --filter '$(KEYCHAIND)'

# Runs the tests that need neither root nor programs with the set-group-ID bit, for a person who is not root.
test-unprivileged: export LATCHKEY_TEST_UNPRIVILEGED = 1
test-unprivileged: test-everywhere

# The suite PrerequisiteTests checks what else the tests of attacks need.
needs-root:
	@[ "$$(id -u)" = 0 ] || { \
	  echo 'the tests of attacks need root and programs with the set-group-ID bit; make test-unprivileged runs the others' >&2; \
	  exit 1; }

test-everywhere: test-packages lint build check-folders check-documentation
	$(RUN_TESTS) --skip-build $(STRICT)
	@echo "== the tests of Security again, on a keychain in another process"
	LATCHKEY_TEST_SERVICE=remote $(RUN_TESTS) --skip-build $(STRICT) --filter '^SecurityTests\.'
	@echo "== the tests of identities and certificates again, with a second keychain in the search list"
	LATCHKEY_TEST_SERVICE=remote LATCHKEY_TEST_KEYCHAINS=2 $(RUN_TESTS) --skip-build $(STRICT) --filter '$(SECOND_KEYCHAIN)'

# The suites whose results depend on the recognition and the policy of keychaind, and on its locks, keys and files.
KEYCHAIND := ^SecurityTests\.(AccessGroup|AccessControl|LastFailure|PasscodeItem|Guarded|RetainedKey|PersistentRef|Notification|Delete|Preference)

# Runs all tests of Security on keychains in keychaind. Requires root.
test-keychaind: test-packages build
	LATCHKEY_TEST_SERVICE=keychaind $(RUN_TESTS) --skip-build $(STRICT) --filter '^SecurityTests\.'

# The suites whose results do not change when the search list contains a second keychain without items.
SECOND_KEYCHAIN := ^SecurityTests\.(\w*Identity|Certificate|Delete|Update|MatchLimit|Guarded|PersistentRef|ItemRef|Synchronizable|AccessGroup)

# The number of bytes of each file that the tests flip. Another SEED selects other bytes.
FLIPS ?= 500
# The suites that have a long form.
LONG_SUITES := ^(TortureTests\.|KeychainTests\.TortureTests|KeychainServerTests\.(ChaosTests|AttackProcessTests)|CSecurityTests\.ProgramTests)
torture: test-packages build
	LATCHKEY_TORTURE=$(FLIPS) LATCHKEY_TORTURE_SEED=$(SEED) $(RUN_TESTS) --skip-build $(STRICT) --filter '$(LONG_SUITES)'

# The number of disk states that the tests of power failures check, for all scenarios together. Another SEED selects
# other states.
STATES ?= 100000
SEED   ?= 1
power-loss: build
	LATCHKEY_POWER_LOSS=$(STATES) LATCHKEY_POWER_LOSS_SEED=$(SEED) \
	  $(RUN_TESTS) --skip-build $(STRICT) --filter PowerLossTests

# Runs the suites that can run with AddressSanitizer. The suites that fork are excluded. The suites whose programs have
# their own heaps or interposed calls are also excluded.
ASAN_SCRATCH := .build/asan
ASAN_SUITES  := (Vault|Keychain(Files|Store|Crypto)?)Tests\.|PublicKeysTests\.|PasswordTransferTests\.|CSecurityTests\.ProgramTests
# PasscodeFileTests fork: a fork waits ten seconds for calls of other threads, and some calls of other tests take longer
# with AddressSanitizer. tenThousandItemsMove has a time limit.
ASAN_SKIPPED := PasscodeFileTests|tenThousandItemsMove

test-asan: packages test-packages
	$(SWIFT) build --build-tests --sanitize address --scratch-path $(ASAN_SCRATCH)
	LATCHKEY_SANITIZER=address ASAN_OPTIONS=detect_leaks=0 $(RUN_TESTS) --skip-build --sanitize address \
	  --scratch-path $(ASAN_SCRATCH) --filter '$(ASAN_SUITES)' --skip '$(ASAN_SKIPPED)'

# All processes of a program map one file of counters (%c), so the counters of a killed process are kept. The path of
# the file is compiled in, because tests start programs with other environment variables. All users may write to the
# folder, because some tests start programs as another user. The tests find the library for C and the other programs
# beside the test program, so these have counters, too.
COVERAGE_SCRATCH := .build/coverage
COUNTERS         := $(abspath $(COVERAGE_SCRATCH))/counters
COVERED          := 90
COVERAGE_FLAGS    = --enable-code-coverage -Xswiftc -Xllvm -Xswiftc -runtime-counter-relocation \
  -Xcc -fprofile-instr-generate=$(COUNTERS)/%m%c.profraw -Xcc -fcoverage-mapping \
  -Xcc -mllvm -Xcc -runtime-counter-relocation
REPORT           ?=

coverage: packages test-packages
	$(SWIFT) build --build-tests $(COVERAGE_FLAGS) --scratch-path $(COVERAGE_SCRATCH)
	rm -rf $(COUNTERS)
	mkdir -m 777 $(COUNTERS)
	$(RUN_TESTS) --skip-build --scratch-path $(COVERAGE_SCRATCH)
	LATCHKEY_TEST_SERVICE=remote $(RUN_TESTS) --skip-build --scratch-path $(COVERAGE_SCRATCH) --filter '^SecurityTests\.'
	SWIFT=$(SWIFT) $(PYTHON) scripts/coverage --scratch $(COVERAGE_SCRATCH) --check $(COVERED) $(REPORT)

# Reports the counters of the last run, even if tests failed in it.
coverage-report:
	SWIFT=$(SWIFT) $(PYTHON) scripts/coverage --scratch $(COVERAGE_SCRATCH) $(REPORT)

# libFuzzer stores the inputs that it keeps in Fuzz/.build/corpus, and the inputs that cause a failure in Fuzz/.build.
fuzz: packages
	LATCHKEY_FUZZED_MODULES=1 $(SWIFT) build --package-path Fuzz --sanitize fuzzer
	@for target in $(FUZZ_TARGETS); do \
	  echo "== $$target, $(SECONDS) s"; mkdir -p Fuzz/.build/corpus/$$target; \
	  Fuzz/.build/debug/$$target -max_total_time=$(SECONDS) -timeout=20 -rss_limit_mb=2048 \
	    -max_len=4096 -print_final_stats=1 -artifact_prefix=Fuzz/.build/$$target- \
	    Fuzz/.build/corpus/$$target Fuzz/Seeds/$$target || exit 1; \
	done

bench: bench-programs tool
	RIVAL=$(RIVAL) scripts/bench $(PROGRAMS) $(TOOL) --json $(BENCH_SCRATCH)/report.json $(BENCH)
	$(if $(filter no,$(RIVAL)),,$(if $(HAS_RIVAL),$(MAKE) bench-desktop))

# Measures latchkey-secret-service beside gnome-keyring, through libsecret, with 1, 1 000, 10 000 and 100 000 items
# (BENCH_DESKTOP=--check fails when a figure is worse than its limit). Copy the JSON to Benchmarks/secret-service.json to draw it.
bench-desktop: test-packages tool $(PROGRAMS)/secret-service
	/usr/bin/python3 Benchmarks/secret-service.py $(PROGRAMS)/secret-service .build/latchkey-secret-service --large \
	  --json $(BENCH_SCRATCH)/secret-service.json $(BENCH_DESKTOP)

# Runs Chromium, Evolution's library, QtKeychain, xdg-desktop-portal and Seahorse with latchkey-secret-service, and imports
# the passwords of a real KWallet. Requires root.
test-desktop: test-packages tool
	@scripts/install-packages chromium seahorse xvfb xdotool imagemagick openbox gir1.2-edataserver-1.2 \
	  qtkeychain-qt5-dev qtbase5-dev xdg-desktop-portal bubblewrap libkf5wallet-bin tesseract-ocr
	scripts/kwallet-passwords $(TOOL)
	scripts/desktop-programs .build/latchkey-secret-service $(TOOL) .build/seahorse.png

# Runs the test programs of libsecret, from Debian's source package, against latchkey-secret-service. Requires root.
LIBSECRET := .build/libsecret
test-libsecret: test-packages tool
	@scripts/install-packages meson ninja-build libgcrypt20-dev libglib2.0-dev gettext dpkg-dev
	scripts/build-libsecret $(LIBSECRET)
	scripts/libsecret-tests $(LIBSECRET)/source/build .build/latchkey-secret-service $(TOOL)

bench-check: bench-programs tool
	RIVAL=no scripts/bench $(PROGRAMS) $(TOOL) --check $(BENCH)

# Prints the calls between SecItemCopyMatching and the first decryption, and their number. Requires gdb.
count-frames: bench-programs
	scripts/count-frames $(PROGRAMS)/Bench

# Prints the number of instructions of a call for each component (Benchmarks/profile.py). Requires valgrind.
bench-profile: bench-programs
	$(PYTHON) Benchmarks/profile.py $(PROGRAMS)/Bench

# Compares the time of a search in a C program with the time of the same search in a Swift program.
bench-library: library $(PROGRAMS)/library-find-one
	LATCHKEY_BENCHMARKED_MODULES=1 $(SWIFT) build --package-path Benchmarks --product FindOne -c release $(STRICT) \
	  --scratch-path $(BENCH_SCRATCH)
	scripts/bench-library $(BENCH_SCRATCH)/release/FindOne $(PROGRAMS)/library-find-one

$(PROGRAMS)/library-find-one: Benchmarks/C/library-find-one.c | library
	@mkdir -p $(PROGRAMS)
	"$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang" -O2 -Wall -Wextra -Werror $< -o $@ \
	  $$(PKG_CONFIG_PATH=$(LIBRARY)/lib/pkgconfig pkg-config --cflags --libs latchkey)

# Draws the figures of the last recorded run (make bench BENCH=--record), and writes the figures into README.md.
# Requires python3-matplotlib.
bench-plot:
	mkdir -p docs/images
	$(PYTHON) Benchmarks/plot.py Benchmarks/report.json docs/images/cost.svg
	$(PYTHON) Benchmarks/plot.py --secret-service Benchmarks/secret-service.json docs/images/secret-service.svg
	$(PYTHON) Benchmarks/figures.py Benchmarks/report.json README.md

bench-programs: packages $(PROGRAMS)/find-one $(if $(HAS_RIVAL),$(PROGRAMS)/secret-service)
	@# Once more when it fails: SwiftPM may miss files that were added to the package above.
	LATCHKEY_BENCHMARKED_MODULES=1 $(SWIFT) build --package-path Benchmarks -c release $(STRICT) --scratch-path $(BENCH_SCRATCH) || \
	  LATCHKEY_BENCHMARKED_MODULES=1 $(SWIFT) build --package-path Benchmarks -c release $(STRICT) --scratch-path $(BENCH_SCRATCH)
	cp $(BENCH_SCRATCH)/release/Bench $(PROGRAMS)/Bench

$(PROGRAMS)/find-one: Benchmarks/C/find-one.c Benchmarks/Sources/CFloor/seal.c | packages
	@mkdir -p $(PROGRAMS)
	$(CC) -O2 -Wall -Wextra -Werror $^ -o $@ -lsqlite3 -lcrypto

$(PROGRAMS)/secret-service: Benchmarks/C/secret-service.c
	@mkdir -p $(PROGRAMS)
	$(CC) -O2 -Wall -Wextra -Werror $$(pkg-config --cflags libsecret-1) $^ -o $@ \
	  $$(pkg-config --libs libsecret-1)

format:
	$(SWIFT) format --in-place --recursive Sources Tests Examples/Sources Benchmarks/Sources Fuzz/Sources

# Checks the format of the sources, and the other rules that need no build. Generated tables must be equal to the output
# of the programs that generate them.
lint:
	$(PYTHON) scripts/text-folding --check
	$(PYTHON) scripts/names --check
	scripts/version --check
	scripts/check-packages
	$(SWIFT) format lint --strict --recursive Sources Tests Examples/Sources Benchmarks/Sources Fuzz/Sources
	scripts/check-test-imports
	$(PYTHON) scripts/check-citations
	scripts/count-lines

clean:
	rm -rf .build Examples/.build Benchmarks/.build Fuzz/.build
