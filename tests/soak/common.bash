# Shared by the scripts beside it, which source it. It goes to the root of the repository and builds the server.
# shellcheck shell=bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib.sh"

require_toolchain
cargo build --quiet --package steward-server
steward="$target/debug/steward"
# More room than a caller gets by default, so that the limits are not what is tested.
settings=(STEWARD__HTTP__WRITES_PER_SECOND=100000)
STEWARD_ADMIN_TOKEN="$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
export STEWARD_ADMIN_TOKEN

work="$(mktemp -d)"
home="$work/data"
log="$work/output.log"
acknowledged="$work/acknowledged"
listen="127.0.0.1:$(free_port)"
url="http://$listen"
server=
load=
touch "$acknowledged"

clean_up() {
    local pid
    for pid in $load $server; do
        kill -9 "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# A promise was broken.
broken() {
    tail -n 5 "$log" >&2 2>/dev/null || true
    die "BROKEN: $*"
}

# Runs the program with the settings of the server, and only those; words before -- are put in front of it.
run_steward() {
    local front=()
    if [[ " $* " == *" -- "* ]]; then
        while [[ $1 != -- ]]; do
            front+=("$1")
            shift
        done
        shift
    fi
    exec env -i PATH="$PATH" HOME="$work" STEWARD_HOME="$home" STEWARD_LISTEN="$listen" \
        STEWARD_ADMIN_TOKEN="$STEWARD_ADMIN_TOKEN" "${settings[@]}" "${front[@]}" "$steward" "$@"
}

# A command beside the server; what it prints goes to the log.
steward() {
    (run_steward "$@") >>"$log" 2>&1 </dev/null
}

# Starts the server; its pid is in $server. Fails if it ends before it answers.
launch() {
    (run_steward "$@" serve) >>"$log" 2>&1 </dev/null &
    server=$!
    local tenths
    for ((tenths = 0; tenths < 600; tenths++)); do
        if (run_steward health) >/dev/null 2>&1; then
            return 0
        fi
        kill -0 "$server" 2>/dev/null || return 1
        sleep 0.1
    done
    return 1
}

start() {
    launch "$@" || broken "the server does not start."
}

end() {
    kill "-$1" "$server" 2>/dev/null || true
    local code=0
    wait "$server" 2>/dev/null || code=$?
    server=
    return "$code"
}

start_load() {
    node tests/soak/load.mjs write "$url" "$acknowledged" >"$work/seen" &
    load=$!
}

stop_load() {
    kill "$load"
    wait "$load" || broken "the load ended early."
    load=
    seen="$(<"$work/seen")"
}

# Waits until so many more writes were acknowledged.
await_writes() {
    local goal tenths
    goal=$(($(wc -l <"$acknowledged") + $1))
    for ((tenths = 0; tenths < 600; tenths++)); do
        (($(wc -l <"$acknowledged") >= goal)) && return
        sleep 0.1
    done
    broken "nothing was written for a minute."
}

# Proves all acknowledged writes, and leaves their number in $checked.
check() {
    checked="$(node tests/soak/load.mjs check "$url" "${@:-$acknowledged}")" || broken "acknowledged writes are not there."
}

# A number of milliseconds below $1, as seconds.
random_below() {
    printf '0.%03d' $((RANDOM % $1))
}

now_ms() {
    date +%s%3N
}
