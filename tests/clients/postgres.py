"""A private Postgres for the tests, made by `scripts/postgres.sh`, that can be stopped and started."""

from __future__ import annotations

import os
import pwd
import secrets
import subprocess
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from harness import PATIENCE, ROOT

SCRIPT = ROOT / "scripts" / "postgres.sh"


class Postgres:
    """One cluster."""

    def __init__(self, folder: Path) -> None:
        # The script keeps its cluster below the target folder: with one of our own, ours does not take the place of
        # the cluster that another suite is using.
        self.environment = os.environ | {"CARGO_TARGET_DIR": str(folder)}
        self.location = folder / "postgres" / "location"
        self.url = ""

    def create(self) -> Postgres:
        self.url = self._script("start")
        return self

    def remove(self) -> None:
        self._script("stop")

    def database(self) -> str:
        """Makes an empty database and tells its URL."""
        name = f"test_{secrets.token_hex(8)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"create database {name}")
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{name}"))

    def crash(self) -> None:
        """Ends every process of the cluster without a goodbye to anybody."""
        self._control("stop", "--mode=immediate")

    def start(self) -> None:
        port = urlsplit(self.url).port
        self._control("start", f"--options=-p {port}", f"--log={self._data().parent / 'postgres.log'}")

    def dump(self, url: str) -> bytes:
        """All that is in a database, as its owner would carry it away."""
        # The folder of the server's programs may hold links to some of them only.
        program = (Path(self._script("find")) / "pg_ctl").resolve().with_name("pg_dump")
        return subprocess.run([program, url], stdout=subprocess.PIPE, timeout=PATIENCE, check=True).stdout

    def _data(self) -> Path:
        return Path(self.location.read_text()) / "data"

    def _script(self, verb: str) -> str:
        done = subprocess.run(
            [SCRIPT, verb], env=self.environment, stdout=subprocess.PIPE, text=True, timeout=2 * PATIENCE, check=True
        )
        return done.stdout.strip()

    def _control(self, *arguments: str) -> None:
        data = self._data()
        owner = pwd.getpwuid(data.stat().st_uid)
        # Postgres refuses to run as root, so the script has lent the cluster to somebody else.
        lent = os.getuid() != owner.pw_uid
        program = Path(self._script("find")) / "pg_ctl"
        subprocess.run(
            [program, *arguments, "--wait", "--silent", f"--pgdata={data}"],
            cwd="/",
            stdin=subprocess.DEVNULL,
            # Not a pipe, which would stay open for as long as the server that is started.
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
            user=owner.pw_uid if lent else None,
            group=owner.pw_gid if lent else None,
            extra_groups=[] if lent else None,
        )
