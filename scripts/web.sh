#!/usr/bin/env bash
# web.sh install | build | check
#
# Each step is skipped when nothing it depends on has changed since it last succeeded. Contents
# decide, not times: a fresh clone or a switched branch gives every file a new time.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

installed=web/node_modules/.steward-installed
built=web/node_modules/.steward-built

install() {
    local wanted
    wanted="$(printf '%s\n' web/package.json web/package-lock.json | fingerprint) $(node --version)"
    [[ -e $installed && "$(<"$installed")" == "$wanted" ]] && return
    lock_matches || die "web/package-lock.json does not match web/package.json; run \`npm install\` in web/ and commit both."
    echo "Installing the web packages …"
    # Not `npm ci`: it refuses a lock that lacks the optional binaries of other systems, and npm leaves
    # them out when the registry it writes the lock from has only this system's. This installs the
    # locked versions with their checksums all the same, and leaves the lock alone.
    npm --prefix web install --no-save --no-audit --no-fund
    printf '%s' "$wanted" >"$installed"
}

# What `npm ci` would have checked: that the lock was written for these dependencies.
lock_matches() {
    node -e '
        const wanted = require("./web/package.json");
        const locked = require("./web/package-lock.json").packages[""];
        const text = (map) => JSON.stringify(Object.entries(map ?? {}).sort());
        const same = (key) => text(wanted[key]) === text(locked[key]);
        process.exit(same("dependencies") && same("devDependencies") ? 0 : 1);
    '
}

build() {
    install
    local wanted
    wanted="$(sources | fingerprint) $(<"$installed")"
    [[ -e web/dist/index.html && -e $built && "$(<"$built")" == "$wanted" ]] && return
    echo "Building the web UI …"
    rm -f "$built"
    npm --prefix web run build
    # The build may write generated sources (the route tree), so what it leaves is what counts.
    printf '%s' "$(sources | fingerprint) $(<"$installed")" >"$built"
}

sources() {
    find web -type f \
        -not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/.tanstack/*' -not -path 'web/e2e/*' \
        -not -path 'web/test-results/*' -not -path 'web/playwright-report/*'
}

require_toolchain
case "${1:-}" in
    install) install ;;
    build) build ;;
    check)
        build
        npm --prefix web run check
        ;;
    *) die "usage: scripts/web.sh install | build | check" ;;
esac
