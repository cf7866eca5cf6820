"""Steward processes for the tests: started in a folder of their own, stopped whatever happens."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import httpx

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "steward"
SOAK = os.environ.get("STEWARD_SOAK") == "1"

# Seconds until what must happen counts as missing. Only a failure waits this long.
PATIENCE = 60.0

T = TypeVar("T")


def wait_for(what: str, attempt: Callable[[], T | None], patience: float = PATIENCE) -> T:
    """Asks again and again until there is an answer."""
    end = time.monotonic() + patience
    while (answer := attempt()) is None:
        assert time.monotonic() < end, f"waited {patience:.0f} s for {what}"
        time.sleep(0.02)
    return answer


def free_port() -> int:
    """A port of this machine's that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Api(httpx.Client):
    """A caller of one server."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        # The environment may name a proxy, and everything here is on loopback.
        super().__init__(base_url=url, headers=headers, timeout=PATIENCE, trust_env=False)

    def made(self, path: str, body: dict | None = None) -> dict:
        """What a POST that must succeed answers."""
        answer = self.post(path, json=body)
        assert answer.status_code == 201, f"POST {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def status(self, path: str = "/v1/me") -> int:
        """The status of a GET; 0 if nobody answers."""
        try:
            return self.get(path).status_code
        except httpx.TransportError:
            return 0

    def all(self, path: str) -> list[dict]:
        """Every page of a list."""
        items: list[dict] = []
        cursor = None
        while True:
            query = {"limit": 200} | ({"cursor": cursor} if cursor else {})
            answer = self.get(path, params=query)
            assert answer.status_code == 200, f"GET {path}: {answer.status_code} {answer.text}"
            page = answer.json()
            items += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return items


class Steward:
    """A server, its data folder and the command line beside it."""

    def __init__(self, folder: Path, settings: dict[str, str] | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.home = folder / "data"
        self.token = secrets.token_hex(24)
        self.settings = settings or {}
        # One that is reached at another address says that one when it starts, so that its port must be known before.
        port = free_port() if "STEWARD__HTTP__PUBLIC_URL" in self.settings else 0
        self.listen = f"127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://{self.listen}"

    @property
    def log(self) -> Path:
        """All that the servers of this folder wrote."""
        return self.folder / "output.log"

    def environment(self) -> dict[str, str]:
        """Nothing of the caller's settings, so that a test means the same everywhere."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "STEWARD_HOME": str(self.home),
            "STEWARD_LISTEN": self.listen,
            "STEWARD_ADMIN_TOKEN": self.token,
            **self.settings,
        }

    def start(self) -> Steward:
        """Starts the server; a second start takes the same port again."""
        begin = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [BINARY, "serve"],
                env=self.environment(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.listen = wait_for("the server", lambda: self._announced(begin))
        return self

    def _announced(self, begin: int) -> str | None:
        assert self.process is not None
        ended = self.process.poll()
        output = self.log.read_bytes()[begin:].decode()
        assert ended is None, f"the server ended with {ended}:\n{output}"
        for line in output.splitlines():
            if line.startswith("Listening on "):
                is_known = "STEWARD__HTTP__PUBLIC_URL" in self.settings
                return self.listen if is_known else line.removeprefix("Listening on http://")
        return None

    def api(self, token: str | None = None) -> Api:
        """A caller with a token, the first owner's unless told."""
        return Api(self.url, token or self.token)

    def command(
        self, *arguments: str | Path, settings: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs the command line with the server's settings."""
        return subprocess.run(
            [BINARY, *arguments],
            env=self.environment() | (settings or {}),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def succeed(self, *arguments: str | Path) -> str:
        """What a command that must succeed prints."""
        done = self.command(*arguments)
        assert done.returncode == 0, f"{arguments} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def terminate(self) -> float:
        """Asks the server to stop, and tells how long that took."""
        assert self.process is not None
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        assert code == 0, f"the server ended with {code} after SIGTERM:\n{self.log.read_text()[-2000:]}"
        return time.monotonic() - begin

    def kill(self) -> None:
        """Ends the server as a power cut would; one that has ended stays ended."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
