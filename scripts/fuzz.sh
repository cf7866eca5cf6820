#!/usr/bin/env bash
# fuzz.sh [--if-possible] [SECONDS]
#
# Runs each target under fuzz/ for SECONDS, 60 unless told. With --if-possible a machine without the
# tools is told so and passes.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

give_up() {
    [[ $if_possible == yes ]] || die "$1"
    echo "Not fuzzed: $1"
    exit 0
}

if_possible=no
if [[ "${1:-}" == --if-possible ]]; then
    if_possible=yes
    shift
fi
seconds="${1:-60}"

[[ -d fuzz ]] || give_up "there is no fuzz/ folder."
cargo +nightly --version >/dev/null 2>&1 || give_up "the nightly compiler is missing: \`rustup toolchain install nightly\`."
have cargo-fuzz || give_up "cargo-fuzz is missing: \`cargo install --locked cargo-fuzz\`."

failed=()
for fuzz_target in $(cargo +nightly fuzz list); do
    echo "==> $fuzz_target, $seconds s"
    cargo +nightly fuzz run "$fuzz_target" -- -max_total_time="$seconds" || failed+=("$fuzz_target")
done
((${#failed[@]} == 0)) || die "These targets failed; the inputs are in fuzz/artifacts: ${failed[*]}"
