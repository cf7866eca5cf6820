#!/usr/bin/env bash
# Measures the release build; a debug build would measure the compiler.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

require_toolchain
scripts/web.sh build
cargo build --release --package steward-server
exec "$target/release/steward" bench "$@"
