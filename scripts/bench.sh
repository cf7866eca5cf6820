#!/usr/bin/env bash
# Measures the release build; a debug build would measure the compiler. `bench.sh browser` measures what a person sees in
# Chromium; other arguments are those of `steward bench`.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

require_toolchain
scripts/web.sh build
cargo build --release --package steward-server
if [[ "${1:-}" == browser ]]; then
    scripts/system.sh chromium
    CHROMIUM="$(scripts/e2e.sh browser)"
    export CHROMIUM STEWARD_PROGRAM="$target/release/steward"
    exec npm --prefix web run bench
fi
exec "$target/release/steward" bench "$@"
