#!/usr/bin/env bash
# Rotations of the master key under load, killed at random moments: whatever was acknowledged stays readable.
source "$(dirname "$0")/common.bash"

count="${1:-50}"
killed=0
start
start_load
await_writes 50
for ((n = 1; n <= count; n++)); do
    await_writes 5
    (run_steward key rotate) >>"$log" 2>&1 </dev/null &
    rotation=$!
    sleep "$(random_below 70)"
    kill -9 "$rotation" 2>/dev/null || true
    code=0
    wait "$rotation" 2>/dev/null || code=$?
    case $code in
        0) ;;
        137) killed=$((killed + 1)) ;;
        *) broken "rotation $n ended with $code." ;;
    esac
    # Now and then the server dies as well, and must find its way with whatever the rotation left.
    if ((n % 10 == 0)); then
        end KILL || true
        start
    fi
done
steward key rotate || broken "after $killed killed rotations the next one fails."
await_writes 5
stop_load
[[ $seen == *'"refused":{}'* ]] || broken "a rotation was in the way of writes: $seen"
check
end TERM || broken "the server ended with $?."
(($(grep -vc '^#' "$home/master.key") == 1)) || broken "old master keys are left."
start
check
echo "rotate: $count rotations, $killed killed midway; all $checked acknowledged writes are readable"
