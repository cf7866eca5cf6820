#!/usr/bin/env bash
# SIGTERM under load, again and again: each end is clean and quick, and nothing acknowledged is lost.
source "$(dirname "$0")/common.bash"

count="${1:-100}"
slowest=0
start
start_load
for ((n = 1; n <= count; n++)); do
    await_writes 5
    sleep "$(random_below 200)"
    begin="$(now_ms)"
    end TERM || broken "stop $n ended with $?."
    took=$(($(now_ms) - begin))
    ((took <= 5000)) || broken "stop $n took $took ms."
    ((took <= slowest)) || slowest=$took
    start
done
await_writes 5
stop_load
[[ $seen == *'"refused":{}'* ]] || broken "requests in flight were refused: $seen"
check
echo "sigterm: $count stops under load, the slowest in $slowest ms; all $checked acknowledged writes are there"
