#!/usr/bin/env bash
# The n-th flush, then the n-th write to the disk fails, for n = 1, 2, 3 … until a run does not reach it: no failed
# write is acknowledged, a failed flush is never tried again, and the next start is clean.
source "$(dirname "$0")/common.bash"
have strace || die "strace is missing; \`scripts/system.sh strace\` says how to get it."

count="${1:-200}"
runs=0
flushes=0
trace="$work/trace"

# fail CALLS N: one run with a failure. Fails itself if the failure was not reached.
fail() {
    local calls=$1 n=$2
    rm -rf "$home" "$acknowledged"
    touch "$acknowledged"
    # -D keeps the server our child, so that its pid and its end are known.
    if launch strace -D -f -y -qq -o "$trace" -e "trace=$calls" -e "inject=$calls:error=EIO:when=$n" --; then
        seen="$(node tests/soak/load.mjs write "$url" "$acknowledged" 12)"
        [[ $seen == *'"broken":0'* ]] || broken "$calls $n: the server ended a connection: $seen"
        # Of the log alone: SQLite lets the flush of a folder fail, and before the start nothing was promised. What can
        # be read afterwards proves little, since a killed process leaves its unflushed writes with the system.
        if grep -q -- '-wal>.*INJECTED' "$trace" && [[ $calls == fsync* ]]; then
            [[ $seen != *'"refused":{}'* ]] || broken "$calls $n: a failed flush was acknowledged: $seen"
            [[ $seen == *'"after_refusal":0'* ]] || broken "$calls $n: written on after a failed flush: $seen"
            flushes=$((flushes + 1))
        fi
        [[ $seen != *'"500 '* ]] || broken "$calls $n: answered as if it were a mistake of the program: $seen"
        end KILL || true
    else
        wait "$server" && broken "$calls $n: the server ended as if all were well."
        server=
    fi
    ! grep -q panicked "$log" || broken "$calls $n: a panic."
    start
    check
    end TERM || broken "$calls $n: the next server ended with $?."
    steward doctor || broken "$calls $n: the database is not whole."
    grep -q INJECTED "$trace"
}

for calls in fsync,fdatasync pwrite64; do
    for ((n = 1; n <= count; n++)); do
        fail "$calls" "$n" || break
        runs=$((runs + 1))
    done
done
((flushes > 0)) || broken "no flush of the log failed, so nothing was proved."
echo "eio: $runs runs with a failure each, $flushes in a flush of the log of a serving process; nothing acknowledged was lost, and every next start was clean"
