#!/usr/bin/env bash
# Measures the release build; a debug build would measure the compiler. `bench.sh browser` measures what a person sees in
# Chromium; `bench.sh peers` compares the memory's search with that of other systems; other arguments are those of `steward bench`.
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
if [[ "${1:-}" == peers ]]; then
    scripts/system.sh python
    install_python .venv-peers tests/peers/requirements.txt
    export STEWARD_PROGRAM="$target/release/steward" PYTHONPATH=tests/clients
    exec .venv-peers/bin/python tests/peers/compare.py "${@:2}"
fi
exec "$target/release/steward" bench "$@"
