#!/usr/bin/env bash
# Tests the API with real third-party clients against a server of its own. Arguments are pytest's.
#
# The tests find the server by STEWARD_URL and its owner's key by STEWARD_ADMIN_TOKEN.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

require_toolchain
scripts/system.sh python

requirements=tests/clients/requirements.txt
[[ -e $requirements ]] || die "$requirements is missing."
installed=.venv/.steward-installed
wanted="$(echo "$requirements" | fingerprint) $(python3 --version)"
if [[ ! -e $installed || "$(<"$installed")" != "$wanted" ]]; then
    echo "Installing the clients …"
    python3 -m venv --clear .venv
    .venv/bin/python -m pip install --quiet --requirement "$requirements"
    printf '%s' "$wanted" >"$installed"
fi

scripts/web.sh build
cargo build --package steward-server
trap stop_steward EXIT
token="$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
start_steward serve "Listening on " STEWARD_LISTEN=127.0.0.1:0 STEWARD_ADMIN_TOKEN="$token"
STEWARD_URL="$steward_line" STEWARD_ADMIN_TOKEN="$token" .venv/bin/python -m pytest tests/clients "$@"
