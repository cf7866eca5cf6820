#!/usr/bin/env bash
# Kills the real server again and again while people write to it, and looks for broken promises; the
# arguments are those of the harness. Needs TEST_POSTGRES_URL. The report is in target/kill-report.txt.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

[[ -n ${TEST_POSTGRES_URL:-} ]] || die "TEST_POSTGRES_URL is not set: \`export TEST_POSTGRES_URL=\"\$(scripts/postgres.sh start)\"\`."
cargo build --quiet --workspace --bin kill-harness --bin fake-carrier --example faulty

exec "$target/debug/kill-harness" --steward "$target/debug/examples/faulty" --carrier "$target/debug/fake-carrier" \
    --report "$target/kill-report.txt" "$@"
