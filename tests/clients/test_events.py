"""The events channel, read by Node's own EventSource through connections that break."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import StartSteward
from harness import Api, Steward

HERE = Path(__file__).parent
CHATS = 6
# Seconds; only a client that hangs takes so long.
LONGEST = 120


def say(api: Api, chat: str) -> None:
    """Says something in a chat and reads the answer to its end."""
    parts = [{"type": "text", "text": "Hello"}]
    body = {"id": chat, "messages": [{"id": "m", "role": "user", "parts": parts}]}
    answer = api.post("/api/chat", json=body)
    assert answer.status_code == 200 and answer.text.endswith("data: [DONE]\n\n"), answer.text


def told(api: Api, last: str) -> list[tuple[str, str]]:
    """What the log has after an event, as kinds and ids."""
    answer = api.get("/v1/agent/events", params={"follow": "false", "last_event_id": last})
    assert answer.status_code == 200, answer.text
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in answer.text.split("\n\n") if block]
    return [(block["event"], block["id"]) for block in blocks if block["event"] != "agent.ready"]


def follow(steward: Steward, api: Api, wanted: int, act: Callable[[], object]) -> int:
    """Has an EventSource read while `act` goes on, and compares with the log. Tells how often it had to connect."""
    node = subprocess.Popen(
        ["node", "--experimental-eventsource", HERE / "events.mjs", steward.url, steward.token, str(wanted)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert node.stdout is not None
        ready = json.loads(node.stdout.readline())
        assert ready["kind"] == "agent.ready"
        act()
        output, _ = node.communicate(timeout=LONGEST)
    finally:
        node.kill()
    read = [json.loads(line) for line in output.splitlines()]
    connections = 1 + sum(event["kind"] == "agent.ready" for event in read)
    read = [(event["kind"], event["id"]) for event in read if event["kind"] != "agent.ready"]
    assert read == told(api, ready["id"])[: len(read)], "an event was missed, repeated or moved"
    assert len(read) == wanted
    return connections


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")


@needs_node
def test_an_event_source_misses_nothing_through_broken_connections(start_steward: StartSteward) -> None:
    steward: Steward = start_steward()
    with steward.api() as api:
        say(api, "first")
        each = len(told(api, "0-0"))
        connections = follow(steward, api, each * CHATS, lambda: [say(api, f"chat-{n}") for n in range(CHATS)])
    assert connections > CHATS, "the connection was never cut"


@needs_node
def test_an_event_source_misses_nothing_while_the_server_is_killed(start_steward: StartSteward) -> None:
    steward: Steward = start_steward()

    def chats() -> None:
        for n in range(CHATS):
            with steward.api() as api:
                say(api, f"chat-{n}")
            steward.kill()
            steward.start()

    with steward.api() as api:
        say(api, "first")
        each = len(told(api, "0-0"))
    with steward.api() as api:
        assert follow(steward, api, each * CHATS, chats) > CHATS
