#!/usr/bin/env bash
# Every check and test there is. The first suites are cheap and stop the run when they fail; the
# others all run. The output of each is in target/test-logs; the end of a failed one is shown.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
# Gives each suite a process group of its own, so that an interrupted run can end all of it.
set -m

logs="$target/test-logs"
summary=()
all_passed=0
all_failed=0
running=
memory=

clean_up() {
    [[ -z $running ]] || kill -- "-$running" 2>/dev/null || true
    scripts/postgres.sh stop
    [[ -z $memory ]] || rm -rf "$memory"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Prints "passed failed" as the test runner whose log this is counted them, or nothing: then the
# suite is one check. Knows nextest, cargo test, vitest, pytest and Playwright.
count_tests() {
    awk '
        { gsub(/\033\[[0-9;]*m/, "") }
        /^ *Summary \[/ || /^test result: / || /^ *Tests  / || /^=* ?[0-9]+ [a-z]+.* in [0-9.]+s/ || /^  [0-9]+ (passed|failed|flaky)/ {
            found = 1
            line = $0
            while (match(line, /[0-9]+ (passed|failed|timed out|exec failed|errors?)/)) {
                split(substr(line, RSTART, RLENGTH), part, " ")
                if (part[2] == "passed") passed += part[1]; else failed += part[1]
                line = substr(line, RSTART + RLENGTH)
            }
        }
        END { if (found) print passed + 0, failed + 0 }
    ' "$1"
}

# Databases that live for one test wait for the disk as often as those that matter. Where the machine
# lends its memory as a file system, and has some to spare, they are kept there.
use_memory() {
    local room=/dev/shm free
    free="$(df --output=avail --block-size=1G "$room" 2>/dev/null | tail -n 1)" || return 0
    ((${free:-0} >= 4)) && [[ -w $room ]] || return 0
    memory="$(mktemp -d "$room/steward-test.XXXXXX")"
    # The user that Postgres runs as goes through it.
    chmod 711 "$memory"
    export TMPDIR=$memory
}

# suite NAME COMMAND…
suite() {
    local name=$1 log="$logs/$1.log" begin=$SECONDS result=passed passed failed
    shift
    printf '==> %s\n' "$name"
    "$@" >"$log" 2>&1 </dev/null &
    running=$!
    if ! wait "$running"; then
        result=failed
        tail -n 60 "$log"
        printf '==> %s failed; all of its output is in %s\n' "$name" "$log"
    fi
    running=
    read -r passed failed <<<"$(count_tests "$log")" || true
    if [[ -z $passed ]]; then
        [[ $result == failed ]] && passed=0 failed=1 || passed=1 failed=0
    elif [[ $result == failed && $failed == 0 ]]; then
        failed=1
    fi
    all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed))
    summary+=("$(printf '%-10s %s %6d %6d s' "$name" "$result" "$((passed + failed))" "$((SECONDS - begin))")")
    [[ $result == passed ]]
}

finish() {
    printf '\n'
    printf '%s\n' "${summary[@]}"
    printf '%d passed, %d failed\n' "$all_passed" "$all_failed"
    ((all_failed == 0))
    exit
}

# A suite without which the rest would only repeat the news.
first() {
    suite "$@" || finish
}

rust_tests() {
    if have cargo-nextest; then
        suite rust cargo nextest run --workspace --no-fail-fast
    else
        suite rust cargo test --workspace --lib --bins --tests --no-fail-fast
    fi
}

require_toolchain
scripts/system.sh postgres chromium python strace
rm -rf "$logs"
mkdir -p "$logs"
use_memory
# In a fresh clone there is no next build that would be quicker for it.
[[ -z ${CI:-} ]] || export CARGO_INCREMENTAL=0
# Logs are read by people and by count_tests, not by terminals.
export CARGO_TERM_COLOR=never NO_COLOR=1 CARGO_TERM_PROGRESS_WHEN=never

first fmt cargo fmt --all --check
first tidy cargo run --quiet --package xtask -- tidy --sources
first deny scripts/deny.sh
# Before any Rust that holds the server: the UI is embedded in it.
suite web scripts/web.sh check || true
first clippy cargo clippy --workspace --all-targets -- -D warnings

TEST_POSTGRES_URL="$(scripts/postgres.sh start)"
export TEST_POSTGRES_URL
rust_tests || true
suite kill scripts/kill.sh || true
scripts/postgres.sh stop
unset TEST_POSTGRES_URL

suite doctests cargo test --doc --workspace || true
suite docs env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --workspace || true
suite generated cargo run --quiet --package xtask -- gen --check || true
suite clients scripts/clients.sh || true
suite e2e scripts/e2e.sh || true
finish
