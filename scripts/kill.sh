#!/usr/bin/env bash
# Kills the real server again and again while people write to it, and looks for broken promises; the
# arguments are those of the harness. Needs TEST_POSTGRES_URL. The report is in target/kill-report.txt.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

[[ -n ${TEST_POSTGRES_URL:-} ]] || die "TEST_POSTGRES_URL is not set: \`export TEST_POSTGRES_URL=\"\$(scripts/postgres.sh start)\"\`."
# Under another name, so that nobody takes a server that kills itself for the usual one.
mkdir -p "$target/kill"
cargo build --quiet --workspace --bin kill-harness --bin fake-carrier --bin steward --features steward-server/faults
mv "$target/debug/steward" "$target/kill/steward"

exec "$target/debug/kill-harness" --steward "$target/kill/steward" --carrier "$target/debug/fake-carrier" \
    --report "$target/kill-report.txt" "$@"
