# The doors to everything; the work is in scripts/ and crates/xtask. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help run test check fmt gen web e2e clients bench soak fuzz deny clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build all of it and start a demo on 127.0.0.1:8787 (ARGS="--listen …" is passed on)
	@exec scripts/run.sh $(ARGS)

test: ## Run every check and test there is; one line per suite at the end
	@exec scripts/test.sh

check: ## The quick inner loop: formatting, types, tidiness
	@exec scripts/check.sh

fmt: ## Format Rust and web sources
	cargo fmt --all
	@scripts/web.sh install
	npm --prefix web run fix

gen: ## Write the generated files: docs/openapi.json, docs/CONFIG.md, the web client's types
	@scripts/web.sh build
	cargo run --quiet --package xtask -- gen

web: ## Install the web packages and build the UI into web/dist
	@exec scripts/web.sh build

e2e: ## Test the UI in a real browser (ARGS are Playwright's)
	@exec scripts/e2e.sh $(ARGS)

clients: ## Test the API with real third-party clients (ARGS are pytest's)
	@exec scripts/clients.sh $(ARGS)

bench: ## Measure (ARGS are those of `steward bench`, `browser` or `peers`)
	@exec scripts/bench.sh $(ARGS)

soak: ## Run the tests with their long counts, the soak scripts, and each fuzz target for a minute
	@exec scripts/soak.sh

fuzz: ## Run each fuzz target (ARGS="600" for ten minutes each; needs nightly and cargo-fuzz)
	@exec scripts/fuzz.sh $(ARGS)

deny: ## Check licences, banned crates and sources; advisories too where cargo-deny is installed
	@exec scripts/deny.sh

clean: ## Remove everything that was built or installed here; your data stays
	cargo clean
	rm -rf web/dist web/node_modules web/test-results web/playwright-report .venv .venv-peers
