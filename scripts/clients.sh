#!/usr/bin/env bash
# Tests the API with real third-party clients against a server of its own. Arguments are pytest's.
#
# The tests find the server by STEWARD_URL and its owner's key by STEWARD_ADMIN_TOKEN.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

require_toolchain
scripts/system.sh python
install_python .venv tests/clients/requirements.txt

scripts/web.sh build
cargo build --workspace --bin steward
trap stop_steward EXIT
token="$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
start_steward serve "Listening on " STEWARD_LISTEN=127.0.0.1:0 STEWARD_ADMIN_TOKEN="$token"
STEWARD_URL="$steward_line" STEWARD_ADMIN_TOKEN="$token" .venv/bin/python -m pytest tests/clients "$@"
