#!/usr/bin/env bash
# Builds the UI and the server, as far as they changed, and becomes `steward demo`.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

require_toolchain
scripts/web.sh build
cargo build --release --package steward-server
exec "$target/release/steward" demo "$@"
