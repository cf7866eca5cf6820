#!/usr/bin/env bash
# system.sh [postgres] [chromium] [python] [strace]
#
# Makes sure that what no package registry offers is on this machine. As root on Debian or Ubuntu it
# installs what is missing; otherwise it says what and how, and fails.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

missing=()
for need in "$@"; do
    case "$need" in
        postgres) scripts/postgres.sh find >/dev/null || missing+=(postgresql) ;;
        chromium) scripts/e2e.sh browser >/dev/null || missing+=(chromium) ;;
        python) python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv) ;;
        strace) [[ "$(uname)" != Linux ]] || have strace || missing+=(strace) ;;
        *) die "system.sh does not know \`$need\`" ;;
    esac
done
((${#missing[@]})) || exit 0

if [[ "$(id -u)" != 0 ]] || ! have apt-get; then
    die "These system packages are missing: ${missing[*]}
On Debian or Ubuntu:  sudo apt-get install -y ${missing[*]}
Elsewhere, install what your system calls them. Then run this again."
fi

# Debian starts a service when it installs one. Nobody asked for a database beside the private one
# that the tests start, so starting is forbidden until apt is done.
policy=/usr/sbin/policy-rc.d
if [[ ! -e $policy ]]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
fi
echo "Installing ${missing[*]} …"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}"
