# Latchkey: `make demo` shows it, `make test` runs everything that must pass.

SWIFT        ?= swift
TOOL_SCRATCH := .build/tool
TOOL         := $(TOOL_SCRATCH)/release/security
STRICT       := -Xswiftc -warnings-as-errors
PACKAGES     := pkg-config libsqlite3-dev libssl-dev

.PHONY: help demo test torture bench build tool format lint packages clean

help:
	@echo "make demo      build, then run the tool and the examples, and check what they print"
	@echo "make test      lint, build with warnings as errors, run all tests"
	@echo "make torture   the long form of the tests that break things on purpose"
	@echo "make bench     our figures beside those of SQLite and OpenSSL alone (BENCH=--quick)"
	@echo "make tool      build the security tool (statically linked Swift): $(TOOL)"
	@echo "make format    format the sources;  make lint  check them"

# Debian's packages of the system libraries; nothing is installed when all are there.
packages:
	@scripts/install-packages $(PACKAGES)

build: packages
	$(SWIFT) build --build-tests $(STRICT)

tool: packages
	$(SWIFT) build --product security --static-swift-stdlib -c release $(STRICT) \
	  --scratch-path $(TOOL_SCRATCH)

demo: tool
	$(SWIFT) build --package-path Examples $(STRICT)
	scripts/demo $(TOOL) Examples/.build/debug

test: lint build
	$(SWIFT) test --skip-build $(STRICT)

torture: build
	LATCHKEY_TORTURE=1 $(SWIFT) test --skip-build $(STRICT)

bench: packages
	$(SWIFT) build --package-path Benchmarks -c release
	scripts/bench Benchmarks/.build/release/Bench $(BENCH)

format:
	$(SWIFT) format --in-place --recursive Sources Tests Examples/Sources Benchmarks/Sources

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Examples/Sources Benchmarks/Sources

clean:
	rm -rf .build Examples/.build Benchmarks/.build
