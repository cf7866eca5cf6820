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
    steward backup "$work/copy-$n.db" --keys "$work/keys-$n.db" || broken "backup $n failed."
done
stop_load
[[ $seen == *'"refused":{},"broken":0'* ]] || broken "a backup was in the way of writes: $seen"
comm -13 <(sort "$work/before") <(sort "$acknowledged") >"$work/during"
busy="$(node tests/soak/load.mjs p99 "$work/during")"
check
end TERM || broken "the server ended with $?."

# Elsewhere there is nothing but the master key and the two copies.
master="$home/master.key"
home="$work/elsewhere"
for ((n = 1; n <= count; n++)); do
    mkdir -m 700 "$home"
    cp "$master" "$home/"
    mv "$work/keys-$n.db" "$home/keys.db"
    steward restore "$work/copy-$n.db" || broken "copy $n cannot be restored."
    start
    check "$work/acknowledged-$n"
    end TERM || broken "the restored server ended with $?."
    steward doctor || broken "copy $n is not whole."
    rm -rf "$work/copy-$n.db" "$home"
done
echo "backup: $count of $count copies made under load were restored; writes took $quiet ms (p99) without, $busy ms during backups"
