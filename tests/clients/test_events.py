"""The events channel, read by Node's own EventSource through connections that break."""

from __future__ import annotations

import json
import random
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
# Places within the bytes of a stream at which it is cut, beside every end of an event.
CUTS = 150


def say(api: Api, chat: str) -> None:
    """Says something in a chat and reads the answer to its end."""
    parts = [{"type": "text", "text": "Hello"}]
    body = {"id": chat, "messages": [{"id": "m", "role": "user", "parts": parts}]}
    answer = api.post("/api/chat", json=body)
    assert answer.status_code == 200 and answer.text.endswith("data: [DONE]\n\n"), answer.text


def log(api: Api, last: str) -> bytes:
    """The log after an event, as it is sent."""
    answer = api.get("/v1/agent/events", params={"follow": "false", "last_event_id": last})
    assert answer.status_code == 200, answer.text
    return answer.content


def whole(sent: bytes) -> list[dict[str, str]]:
    """The events whose end was sent; one that broke off is none."""
    blocks = sent.decode(errors="replace").split("\n\n")[:-1]
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def told(api: Api, last: str) -> list[tuple[str, str]]:
    """What the log has after an event, as kinds and ids."""
    return [(event["event"], event["id"]) for event in whole(log(api, last)) if event["event"] != "agent.ready"]


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


def test_who_is_cut_off_at_any_byte_misses_nothing(start_steward: StartSteward) -> None:
    def happened(events: list[dict[str, str]]) -> list[tuple[str, str, str]]:
        return [(event["event"], event["id"], event["data"]) for event in events if event["event"] != "agent.ready"]

    with start_steward().api() as api:
        begin = "0-0"
        for n in range(CHATS):
            say(api, f"chat-{n}")
        sent = log(api, begin)
        everything = happened(whole(sent))
        assert len(everything) > CHATS
        ends = [place + 2 for place in range(len(sent)) if sent.startswith(b"\n\n", place)]
        # The same places in every run.
        for cut in sorted({0, *ends, *random.Random(16).sample(range(len(sent)), CUTS)}):
            read = whole(sent[:cut])
            last = read[-1]["id"] if read else begin
            assert happened(read) + happened(whole(log(api, last))) == everything, f"cut at byte {cut}"
