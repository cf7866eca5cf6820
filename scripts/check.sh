#!/usr/bin/env bash
# The inner loop: seconds when little changed. `make test` is the whole truth.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

require_toolchain
# The server embeds the UI and does not compile without it; which version does not matter here.
[[ -e web/dist/index.html ]] || scripts/web.sh build
cargo fmt --all --check
cargo check --workspace --all-targets
cargo run --quiet --package xtask -- tidy --sources
