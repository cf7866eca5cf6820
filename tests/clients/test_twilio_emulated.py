"""A second Twilio, which somebody else wrote: it tells of texts, takes the answers, and reports what became of them.

`emulate` is not Twilio, but it signs, keeps and lists messages by itself. Twilio's own client sets it up and looks.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from conftest import StartSteward
from harness import PATIENCE, free_port, wait_for
from loopback import serving
from npm import installed
from relay import Relay, relaying
from texting import ACCOUNT, ANA, ANSWER, OURS, SMS, TOKEN, Office, TextingModel
from twilio.http.http_client import TwilioHttpClient
from twilio.rest import Client

# The version must be named: the newest of that name is another program. It needs a newer Node than the project does.
EMULATE = "emulate@0.12.2"
NODE = "22.23.3"
STATUS = "/webhooks/twilio/status"


class OnLoopback(TwilioHttpClient):
    """Asks a Twilio on this machine whatever is for the real one."""

    def __init__(self, url: str) -> None:
        super().__init__(timeout=PATIENCE)
        self.url = url
        self.session.trust_env = False

    def request(self, method: str, url: str, *arguments: object, **named: object) -> object:
        assert url.startswith("https://api.twilio.com/"), url
        return super().request(method, url.replace("https://api.twilio.com", self.url), *arguments, **named)


class Emulated:
    """The emulator, and Twilio's client that talks to it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = Client(ACCOUNT, TOKEN, http_client=OnLoopback(url))

    def simulate(self, what: str, **fields: str) -> dict:
        url = f"{self.url}/_twilio/simulate/{what}"
        answer = httpx.post(url, data=fields, auth=(ACCOUNT, TOKEN), trust_env=False, timeout=PATIENCE)
        assert answer.is_success, answer.text
        return answer.json()

    def replies(self) -> list[tuple[str, str, str, str]]:
        """What it was given to send, by its own list."""
        messages = self.client.messages.list()
        return [(one.sid, one.from_, one.to, one.body) for one in messages if one.direction == "outbound-api"]


@pytest.fixture
def emulated(tmp_path: Path) -> Iterator[Emulated]:
    platform = json.loads(subprocess.check_output(["node", "-p", "JSON.stringify(process.platform+'-'+process.arch)"]))
    modules = installed("emulate", EMULATE, f"node-{platform}@{NODE}")
    seed, output, port = tmp_path / "seed.yaml", tmp_path / "emulate.log", free_port()
    # What is JSON is YAML, too.
    seed.write_text(json.dumps({"twilio": {"account": {"sid": ACCOUNT, "auth_token": TOKEN}}}))
    node = modules / f"node-{platform}" / "bin" / "node"
    command = [node, modules / "emulate" / "dist" / "index.js", "--service", "twilio", "--port", str(port)]
    with output.open("wb") as log:
        process = subprocess.Popen(
            [*command, "--seed", seed], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        wait_for("the emulator", lambda: is_ready(process, output))
        yield Emulated(f"http://127.0.0.1:{port}")
    finally:
        process.kill()
        process.wait(PATIENCE)


def is_ready(process: subprocess.Popen[bytes], output: Path) -> bool | None:
    said = output.read_text()
    assert process.poll() is None, said
    return "Ready." in said or None


class Scene:
    """The emulator, the server, and what lies between them in both directions."""

    def __init__(self, emulated: Emulated, start: StartSteward, kept: ExitStack) -> None:
        self.twilio = emulated
        # Twilio reaches the server through a proxy with a path of its own; the server reaches Twilio through another.
        self.inwards: Relay = kept.enter_context(relaying("/steward"))
        self.outwards: Relay = kept.enter_context(relaying())
        self.outwards.target = emulated.url
        model = kept.enter_context(serving(TextingModel))
        self.office = Office(start, self.inwards.url, model, self.outwards.url)
        self.inwards.target = self.office.steward.url
        numbers = emulated.client.incoming_phone_numbers
        numbers.create(phone_number=OURS, sms_url=self.inwards.url + SMS)

    def told(self, path: str) -> list[int]:
        """How the server answered what Twilio told it there."""
        return [passed.status for passed in self.inwards.passed if passed.path.startswith(path)]


@pytest.fixture
def scene(emulated: Emulated, start_steward: StartSteward) -> Iterator[Scene]:
    with ExitStack() as kept:
        yield Scene(emulated, start_steward, kept)


def test_a_text_is_answered_once_and_its_delivery_is_followed(scene: Scene) -> None:
    said = "Is it free? 100% + ☎ & more"
    scene.twilio.simulate("inbound-message", To=OURS, From=ANA, Body=said)
    assert scene.told(SMS) == [200]
    assert scene.office.heard() == [said]
    sent = scene.office.effect("sent")
    assert scene.twilio.replies() == [(sent["provider_ref"], OURS, ANA, ANSWER)]
    reported = [("sent", "sent"), ("delivered", "delivered"), ("sending", "delivered"), ("sent", "delivered")]
    for status, state in reported:
        scene.twilio.simulate("message-status", MessageSid=sent["provider_ref"], Status=status)
        assert scene.office.effect(state)["id"] == sent["id"], status
    reports = scene.told(STATUS)
    assert len(reports) >= 4 and set(reports) == {200}, reports
    assert len(scene.twilio.replies()) == 1


def test_a_text_that_does_not_arrive_is_known_to_have_failed(scene: Scene) -> None:
    scene.twilio.simulate("inbound-message", To=OURS, From=ANA, Body="Is it free?")
    sent = scene.office.effect("sent")
    scene.twilio.simulate("message-status", MessageSid=sent["provider_ref"], Status="undelivered")
    assert scene.office.effect("failed")["id"] == sent["id"]
    assert len(scene.twilio.replies()) == 1


def test_an_answer_of_twilios_that_gets_lost_makes_no_second_text(scene: Scene) -> None:
    scene.outwards.loses_answers = True
    scene.twilio.simulate("inbound-message", To=OURS, From=ANA, Body="Is it free?")
    # A report says what the answer would have said, and comes by another way, before the answer is lost.
    sent = scene.office.effect("sent")
    wait_for("the answer that gets lost", lambda: scene.outwards.posts() or None)
    scene.twilio.simulate("message-status", MessageSid=sent["provider_ref"], Status="delivered")
    assert scene.office.effect("delivered")["id"] == sent["id"]
    assert [passed.status for passed in scene.outwards.posts()] == [201]
    assert scene.twilio.replies() == [(sent["provider_ref"], OURS, ANA, ANSWER)]


def test_who_says_stop_gets_no_answer(scene: Scene) -> None:
    scene.twilio.simulate("inbound-message", To=OURS, From=ANA, Body="STOP")
    scene.twilio.simulate("inbound-message", To=OURS, From=ANA, Body="Is it free?")
    assert scene.told(SMS) == [200, 200]
    scene.twilio.simulate("inbound-message", To=OURS, From=ANA, Body="START")
    scene.twilio.simulate("inbound-message", To=OURS, From=ANA, Body="Now?")
    # What was asked after the silence is answered, so that nothing else is still on its way.
    sent = scene.office.effect("sent")
    assert scene.twilio.replies() == [(sent["provider_ref"], OURS, ANA, ANSWER)]


def test_a_number_that_is_not_ours_at_twilio_sends_nothing(scene: Scene) -> None:
    [number] = scene.twilio.client.incoming_phone_numbers.list(phone_number=OURS)
    number.delete()
    scene.office.text("Is it free?")
    failed = scene.office.effect("failed")
    [attempt] = scene.office.api.get(f"/api/effects/{failed['id']}").json()["attempts"]
    assert (attempt["outcome"], attempt["status"]) == ("refused", 400)
    assert "not ours" in attempt["detail"] and "21606" in attempt["detail"]
    assert scene.twilio.replies() == []
