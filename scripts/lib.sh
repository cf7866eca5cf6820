# Shared by the scripts beside it, which source it. It goes to the root of the repository.
# shellcheck shell=bash
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

target="${CARGO_TARGET_DIR:-$PWD/target}"

die() {
    printf '%s\n' "$*" >&2
    exit 1
}

have() {
    command -v "$1" >/dev/null 2>&1
}

require_toolchain() {
    have cargo || die "Rust is missing. Install it from https://rustup.rs, then run this again."
    { have node && have npm; } || die "Node is missing. Install Node 20 or newer from https://nodejs.org, then run this again."
    local major
    major="$(node -p 'process.versions.node.split(".")[0]')"
    ((major >= 20)) || die "Node $(node --version) is too old. Install Node 20 or newer from https://nodejs.org."
}

# Prints a port of 127.0.0.1 that nobody listens on.
free_port() {
    node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# A checksum of the files named on standard input and of their names. POSIX, unlike sha256sum.
fingerprint() {
    LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum | cksum
}

# install_python FOLDER REQUIREMENTS
#
# Makes a Python environment with the packages that a file of requirements names, unless it is there already.
install_python() {
    local folder=$1 requirements=$2 wanted
    [[ -e $requirements ]] || die "$requirements is missing."
    local installed=$folder/.steward-installed
    wanted="$(echo "$requirements" | fingerprint) $(python3 --version)"
    [[ -e $installed && "$(<"$installed")" == "$wanted" ]] && return
    echo "Installing $requirements …" >&2
    python3 -m venv --clear "$folder"
    "$folder/bin/python" -m pip install --quiet --requirement "$requirements"
    printf '%s' "$wanted" >"$installed"
}

# start_steward COMMAND PREFIX [NAME=VALUE…]
#
# Starts the debug binary with a fresh home and waits for the line that begins with PREFIX; the rest
# of that line is left in $steward_line. It sees none of the caller's settings, neither from the
# environment nor from a steward.toml here. The script that calls this must call stop_steward in its
# EXIT trap.
start_steward() {
    local command=$1 prefix=$2
    shift 2
    steward_home="$(mktemp -d)"
    steward_log="$steward_home/output.log"
    mkdir "$steward_home/data"
    (
        cd "$steward_home" || exit
        exec env -i PATH="$PATH" HOME="$steward_home" STEWARD_HOME="$steward_home/data" "$@" \
            "$target/debug/steward" "$command"
    ) >"$steward_log" 2>&1 </dev/null &
    steward_pid=$!
    local tenths
    for ((tenths = 0; tenths < 600; tenths++)); do
        if steward_line="$(grep -m1 "^$prefix" "$steward_log")"; then
            steward_line="${steward_line#"$prefix"}"
            return 0
        fi
        kill -0 "$steward_pid" 2>/dev/null || break
        sleep 0.1
    done
    cat "$steward_log" >&2
    die "\`steward $command\` did not print a line that begins with \"$prefix\"; its output is above."
}

# Ends what start_steward started, and with force what does not end by itself in ten seconds.
stop_steward() {
    [[ -n "${steward_pid:-}" ]] || return 0
    kill "$steward_pid" 2>/dev/null || true
    local tenths
    for ((tenths = 0; tenths < 100; tenths++)); do
        kill -0 "$steward_pid" 2>/dev/null || break
        sleep 0.1
    done
    kill -9 "$steward_pid" 2>/dev/null || true
    wait "$steward_pid" 2>/dev/null || true
    rm -rf "$steward_home"
    steward_pid=
}
