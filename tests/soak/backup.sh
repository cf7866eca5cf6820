#!/usr/bin/env bash
# Backups under load: each is of one moment, and each can be restored elsewhere.
source "$(dirname "$0")/common.bash"

count="${1:-100}"
start
start_load
await_writes 200
quiet="$(node tests/soak/load.mjs p99 "$acknowledged")"
cp "$acknowledged" "$work/before"
for ((n = 1; n <= count; n++)); do
    await_writes 3
    cp "$acknowledged" "$work/acknowledged-$n"
    steward backup "$work/copy-$n.db" || broken "backup $n failed."
done
stop_load
[[ $seen == *'"refused":{},"broken":0'* ]] || broken "a backup was in the way of writes: $seen"
comm -13 <(sort "$work/before") <(sort "$acknowledged") >"$work/during"
busy="$(node tests/soak/load.mjs p99 "$work/during")"
check
end TERM || broken "the server ended with $?."

# Elsewhere: the keys as they are now, and the data of one copy after the other.
mkdir -m 700 "$work/elsewhere"
cp "$home/master.key" "$home/keys.db" "$work/elsewhere/"
home="$work/elsewhere"
for ((n = 1; n <= count; n++)); do
    steward restore "$work/copy-$n.db" || broken "copy $n cannot be restored."
    start
    check "$work/acknowledged-$n"
    end TERM || broken "the restored server ended with $?."
    steward doctor || broken "copy $n is not whole."
    rm -f "$work/copy-$n.db" "$home"/*before-restore*
done
echo "backup: $count of $count copies made under load were restored; writes took $quiet ms (p99) without, $busy ms during backups"
