#!/usr/bin/env bash
# Tests the UI in a real browser against a demo of its own. Arguments are Playwright's.
# `e2e.sh browser` prints which browser that is.
#
# The tests find the demo by STEWARD_URL, the way in by STEWARD_SIGN_IN_LINK, the browser by CHROMIUM, and the program, of
# which one starts another, by STEWARD_PROGRAM.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

find_browser() {
    local name
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        [[ -n $name ]] && command -v "$name" && return
    done
    return 1
}

if [[ "${1:-}" == browser ]]; then
    find_browser
    exit
fi

require_toolchain
scripts/system.sh chromium
scripts/web.sh build
cargo build --workspace --bin steward
trap stop_steward EXIT
listen="127.0.0.1:$(free_port)"
start_steward demo "Sign in: " STEWARD_LISTEN="$listen"
CHROMIUM="$(find_browser)"
export CHROMIUM STEWARD_URL="http://$listen" STEWARD_SIGN_IN_LINK="$steward_line" STEWARD_PROGRAM="$target/debug/steward"
npm --prefix web run e2e -- "$@"
