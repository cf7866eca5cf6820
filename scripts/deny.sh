#!/usr/bin/env bash
# The supply chain: our own check always, cargo-deny where it is installed.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

cargo run --quiet --package xtask -- deny
if have cargo-deny; then
    cargo deny --workspace check
else
    echo "Licences, bans and sources are checked; advisories are not: they need \`cargo install --locked cargo-deny\`."
fi
