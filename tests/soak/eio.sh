#!/usr/bin/env bash
# The n-th flush, then the n-th write to the disk fails, for n = 1, 2, 3 … until a run does not reach it: no failed
# write is acknowledged, a failed flush is never tried again, and the next start is clean.
source "$(dirname "$0")/common.bash"
have strace || die "strace is missing; \`scripts/system.sh strace\` says how to get it."

count="${1:-200}"
runs=0
trace="$work/trace"

# fail CALLS N: one run with a failure. Fails itself if the failure was not reached.
fail() {
    local calls=$1 n=$2
    rm -rf "$home" "$acknowledged"
    touch "$acknowledged"
    # -D keeps the server our child, so that its pid and its end are known.
    if launch strace -D -f -qq -o "$trace" -e "trace=$calls" -e "inject=$calls:error=EIO:when=$n" --; then
        seen="$(node tests/soak/load.mjs write "$url" "$acknowledged" 12)"
        [[ $seen == *'"broken":0'* ]] || broken "$calls $n: the server ended a connection: $seen"
        if [[ $calls == fsync* ]] && grep -q INJECTED "$trace"; then
            [[ $seen == *'"after_refusal":0'* ]] || broken "$calls $n: written on after a failed flush: $seen"
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
echo "eio: $runs runs with one failure each; nothing acknowledged was lost, and every next start was clean"
