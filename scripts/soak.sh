#!/usr/bin/env bash
# The long version of the tests: STEWARD_SOAK=1 multiplies their counts. Hours, not minutes.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

require_toolchain
have cargo-nextest || die "cargo-nextest is missing: \`cargo install --locked cargo-nextest\`."
scripts/system.sh postgres strace
scripts/web.sh build
trap 'scripts/postgres.sh stop' EXIT
TEST_POSTGRES_URL="$(scripts/postgres.sh start)"
export TEST_POSTGRES_URL STEWARD_SOAK=1

failed=()
# Optimised, with the checks of a debug build: a million calls take an hour and not half a day.
cargo nextest run --workspace --cargo-profile soak --profile soak || failed+=("the tests")
echo "==> scripts/kill.sh"
scripts/kill.sh --times 24 || failed+=("the kill harness")
for script in tests/soak/*.sh; do
    [[ -e $script ]] || continue
    echo "==> $script"
    bash "$script" || failed+=("$script")
done
scripts/fuzz.sh --if-possible 60 || failed+=("fuzzing")
if ((${#failed[@]})); then
    printf 'failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
