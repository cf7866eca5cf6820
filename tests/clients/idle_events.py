"""Measures what idle clients of the events channel cost: `python idle_events.py [clients] [seconds]`.

Starts a server of its own (the binary that the tests use), opens the clients, lets them idle, raises one event that all of
them hear, and prints memory and processor time.
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import time
from pathlib import Path

from harness import Steward

TICKS = os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes that are resident."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1000


def processor(pid: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def connect(steward: Steward) -> socket.socket:
    host, port = steward.listen.split(":")
    client = socket.create_connection((host, int(port)))
    head = f"GET /v1/agent/events HTTP/1.1\r\nhost: {steward.listen}\r\nauthorization: Bearer {steward.token}\r\n\r\n"
    client.sendall(head.encode())
    read_until(client, b"agent.ready")
    return client


def read_until(client: socket.socket, what: bytes) -> None:
    text = b""
    while what not in text:
        more = client.recv(65536)
        assert more, f"the server hung up: {text!r}"
        text += more


def main(clients: int = 1000, seconds: int = 60) -> None:
    limits = {"STEWARD__HTTP__READS_PER_SECOND": "100000", "STEWARD__HTTP__MAX_CONNECTIONS": str(clients + 50)}
    with tempfile.TemporaryDirectory() as folder:
        steward = Steward(Path(folder) / "steward", limits).start()
        assert steward.process is not None
        pid = steward.process.pid
        try:
            before = memory(pid)
            time.sleep(seconds)
            alone = processor(pid)
            time.sleep(seconds)
            alone = processor(pid) - alone
            connected = [connect(steward) for _ in range(clients)]
            begin = processor(pid)
            time.sleep(seconds)
            idle = processor(pid) - begin
            after = memory(pid)
            begin = time.monotonic()
            with steward.api() as api:
                body = {"id": "c", "messages": [{"id": "m", "role": "user", "parts": [{"type": "text", "text": "Hi"}]}]}
                assert api.post("/api/chat", json=body).status_code == 200
            for client in connected:
                read_until(client, b"agent.done")
            told = time.monotonic() - begin
            print(f"{clients} clients: {after - before:.1f} MB more than the {before:.1f} MB before")
            print(f"processor in {seconds} s: {idle:.2f} s with them, {alone:.2f} s without")
            print(f"a turn was told to all of them within {told:.2f} s of being asked for; memory {memory(pid):.1f} MB")
        finally:
            steward.kill()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
