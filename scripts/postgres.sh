#!/usr/bin/env bash
# postgres.sh find | start | stop
#
# A private Postgres for the tests: its own temporary folder, a free port of 127.0.0.1, no socket, a
# password, durable writes. `start` prints its URL; whoever starts it stops it. A cluster left by a run that
# was killed is stopped by the next start.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

state="$target/postgres"

# Postgres refuses to run as root, so root lends the cluster to somebody else.
user=
if [[ "$(id -u)" == 0 ]]; then
    user=nobody
    ! id postgres >/dev/null 2>&1 || user=postgres
fi

as_user() {
    # Root's working folder may be closed to the other user.
    (cd / && if [[ -n $user ]]; then exec runuser -u "$user" -- "$@"; else exec "$@"; fi)
}

# Prints the folder with initdb, pg_ctl and postgres; Debian keeps them out of PATH.
find_programs() {
    local folder
    for folder in $(have initdb && dirname "$(command -v initdb)") $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV); do
        [[ -x $folder/initdb && -x $folder/pg_ctl && -x $folder/postgres ]] || continue
        echo "$folder"
        return
    done
    return 1
}

# Where temporary files go, which the other user can reach even from a clone below /root.
make_cluster_folder() {
    cluster="$(mktemp -d)"
    [[ -z $user ]] || chown "$user" "$cluster"
    printf '%s' "$cluster" >"$state/location"
}

create_cluster() {
    password="$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
    as_user sh -c 'umask 077 && printf %s "$1" >"$2"' - "$password" "$cluster/password"
    # Tests connect thousands of times. The default would have both sides compute thousands of hashes each time.
    as_user "$programs/initdb" --pgdata="$cluster/data" --username=steward --pwfile="$cluster/password" \
        --auth=md5 --encoding=UTF8 --locale=C --no-sync >"$state/initdb.log" 2>&1 ||
        die "initdb failed: $(<"$state/initdb.log")"
    as_user sh -c 'cat >>"$1"' - "$cluster/data/postgresql.conf" <<-'END'
		listen_addresses = '127.0.0.1'
		unix_socket_directories = ''
		max_connections = 200
		fsync = on
		synchronous_commit = on
	END
}

start() {
    programs="$(find_programs)" || die "Postgres is missing; \`scripts/system.sh postgres\` says how to get it."
    stop
    mkdir -p "$state"
    make_cluster_folder
    create_cluster
    local attempt port
    # Between finding a port and binding it somebody else may take it.
    for attempt in 1 2 3; do
        port="$(free_port)"
        if as_user "$programs/pg_ctl" start --wait --timeout=60 --silent --pgdata="$cluster/data" \
            --log="$cluster/postgres.log" --options="-p $port" >&2 </dev/null; then
            echo "postgres://steward:$password@127.0.0.1:$port/postgres"
            return
        fi
        echo "Postgres did not start on port $port (attempt $attempt of 3)." >&2
    done
    cat "$cluster/postgres.log" >&2
    stop
    die "Postgres did not start; its log is above."
}

stop() {
    [[ -e $state/location ]] || return 0
    local cluster programs
    cluster="$(<"$state/location")"
    programs="$(find_programs)" || die "A cluster is in $cluster, but pg_ctl is gone."
    if [[ -e $cluster/data/postmaster.pid ]]; then
        # A pid file whose process is gone makes this fail, and then there is nothing to stop.
        as_user "$programs/pg_ctl" stop --wait --mode=fast --silent --pgdata="$cluster/data" >/dev/null 2>&1 ||
            as_user "$programs/pg_ctl" stop --wait --mode=immediate --silent --pgdata="$cluster/data" >/dev/null 2>&1 ||
            true
    fi
    rm -rf "$cluster" "$state"
}

case "${1:-}" in
    find) find_programs ;;
    start) start ;;
    stop) stop ;;
    *) die "usage: scripts/postgres.sh find | start | stop" ;;
esac
