"""A proxy on loopback that remembers what passed, and loses answers if it is told to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import NamedTuple
from urllib.parse import parse_qsl

import httpx
from harness import PATIENCE
from loopback import serving

# What belongs to one connection, or is written anew for the next.
OF_A_CONNECTION = {"host", "connection", "keep-alive", "content-length", "transfer-encoding", "content-encoding"}


class Passed(NamedTuple):
    """A request and the status of its answer."""

    method: str
    path: str
    form: dict[str, str]
    status: int


@dataclass
class Relay:
    """Where it is, and where it leads."""

    url: str = ""
    target: str = ""
    # Whether answers to POST get lost on the way back.
    loses_answers: bool = False
    passed: list[Passed] = field(default_factory=list)

    def posts(self) -> list[Passed]:
        return [passed for passed in self.passed if passed.method == "POST"]


@contextmanager
def relaying(prefix: str = "") -> Iterator[Relay]:
    """Passes on what comes below a prefix, without the prefix, to the target that is set."""
    relay = Relay()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.pass_on(b"")

        def do_POST(self) -> None:
            self.pass_on(self.rfile.read(int(self.headers["content-length"])))

        def pass_on(self, body: bytes) -> None:
            assert self.path.startswith(prefix), self.path
            path = self.path.removeprefix(prefix)
            with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
                url = f"{relay.target}{path}"
                answer = client.request(self.command, url, content=body, headers=kept(self.headers.items()))
            form = dict(parse_qsl(body.decode(), keep_blank_values=True))
            relay.passed.append(Passed(self.command, path, form, answer.status_code))
            self.close_connection = True
            if relay.loses_answers and self.command == "POST":
                return
            self.send_response(answer.status_code)
            for name, value in kept(answer.headers.items()).items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: object) -> None:
            """The tests say what went wrong."""

    with serving(Handler) as url:
        relay.url = url + prefix
        yield relay


def kept(headers: object) -> dict[str, str]:
    return {name: value for name, value in headers if name.lower() not in OF_A_CONNECTION}
