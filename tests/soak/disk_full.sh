#!/usr/bin/env bash
# A full disk: writes are refused with 507, reading goes on, and with space again everything does. Needs tmpfs.
if [[ "$(id -u)" != 0 ]]; then
    # In a namespace of one's own one may mount.
    exec unshare --user --map-root-user --mount bash "$0" "$@"
fi
source "$(dirname "$0")/common.bash"

count="${1:-10}"
mkdir "$work/disk"
mount -t tmpfs -o size=48m tmpfs "$work/disk" || die "tmpfs cannot be mounted here."
unmount() {
    clean_up 2>/dev/null || true
    umount "$work/disk" 2>/dev/null || true
    rm -rf "$work"
}
trap unmount EXIT
home="$work/disk/data"
refused=0

status() {
    node -e 'fetch(process.argv[1], { headers: { authorization: `Bearer ${process.env.STEWARD_ADMIN_TOKEN}` } })
        .then((response) => console.log(response.status), () => console.log(0))' "$url$1"
}

start
for ((n = 1; n <= count; n++)); do
    # Leaves a little room, a different amount each time, so that it ends within another statement.
    free=$(($(df --output=avail -k "$work/disk" | tail -n 1) - 40 * n))
    fallocate -l "${free}k" "$work/disk/ballast"
    while seen="$(node tests/soak/load.mjs write "$url" "$acknowledged" 20)"; do
        [[ $seen != *'"broken":0'* ]] && broken "the server ended a connection: $seen"
        [[ $seen != *'"refused":{}'* ]] && break
    done
    [[ $seen == *'"refused":{"507 insufficient_storage":'* ]] || broken "a full disk was answered with $seen"
    [[ $seen != *'","'* ]] || broken "a full disk was answered in different ways: $seen"
    refused=$((refused + 1))
    for path in /v1/me /api/contacts /ready; do
        [[ "$(status "$path")" == 200 ]] || broken "$path does not answer while the disk is full."
    done
    check
    rm "$work/disk/ballast"
    seen="$(node tests/soak/load.mjs write "$url" "$acknowledged" 5)"
    [[ $seen == *'"acknowledged":5,'* ]] || broken "there is room again, but: $seen"
done
end KILL || true
fallocate -l "$(df --output=avail -k "$work/disk" | tail -n 1)k" "$work/disk/ballast"
code=0
steward serve || code=$?
((code == 3)) || broken "a start on a full disk ended with $code."
rm "$work/disk/ballast"
start
check
end TERM || broken "the server ended with $?."
steward doctor || broken "the database is not whole."
echo "disk_full: filled $refused times, each answered with 507; reading went on, and all $checked acknowledged writes are there"
