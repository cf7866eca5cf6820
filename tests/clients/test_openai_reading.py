"""Responses that are read again with OpenAI's own clients, while they are written and afterwards."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import openai
import pytest
from conftest import StartSteward
from harness import PATIENCE
from loopback import serving
from openai.types.responses import ResponseStreamEvent
from scripted_model import TEXT, PausingModel
from served import Served, node

FIRST_WORD = "response.output_text.delta"


class Halfway:
    """A response of which the first word was said, to a program that went away after it."""

    def __init__(self, served: Served, may_go_on: threading.Event) -> None:
        self.served, self.may_go_on = served, may_go_on
        self.told: list[ResponseStreamEvent] = []
        with served.client.responses.create(model=served.model, input="Hi", stream=True, background=True) as stream:
            for event in stream:
                self.told.append(event)
                if event.type == FIRST_WORD:
                    break
        self.id = self.told[0].response.id


@pytest.fixture
def halfway(start_steward: StartSteward) -> Iterator[Halfway]:
    may_go_on = threading.Event()
    model = type("Model", (PausingModel,), {"may_go_on": may_go_on})
    with serving(model) as url:
        name = f"{url}/v1#scripted"
        yield Halfway(Served(start_steward(STEWARD_MODEL=name), name), may_go_on)
        may_go_on.set()


def said(events: list[dict]) -> str:
    return "".join(event["delta"] for event in events if event["type"] == FIRST_WORD)


def plain(events: list[ResponseStreamEvent]) -> list[dict]:
    return [event.to_dict() for event in events]


def assert_whole(events: list[dict]) -> None:
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert said(events) == TEXT
    assert events[-1]["type"] == "response.completed"
    assert events[-1]["response"]["output"][0]["content"][0]["text"] == TEXT


def test_a_response_that_is_being_written_is_read_on(halfway: Halfway) -> None:
    responses = halfway.served.client.responses
    heard = plain(halfway.told)
    read = []
    with responses.retrieve(halfway.id, stream=True, starting_after=heard[1]["sequence_number"]) as stream:
        for event in stream:
            read.append(event.to_dict())
            if len(read) == len(heard) - 2:
                assert read == heard[2:], "what was told before comes at once, as it was told"
                assert responses.retrieve(halfway.id).status == "in_progress"
                halfway.may_go_on.set()
    assert_whole(heard[:2] + read)


def test_the_checks_of_the_client_pass_on_one_that_is_read_from_its_beginning(halfway: Halfway) -> None:
    with halfway.served.client.responses.stream(response_id=halfway.id) as stream:
        for event in stream:
            if event.type == FIRST_WORD:
                halfway.may_go_on.set()
        assert stream.get_final_response().output_text == TEXT


def test_a_response_that_has_ended_is_told_again_from_any_of_its_events(halfway: Halfway) -> None:
    responses = halfway.served.client.responses
    halfway.may_go_on.set()
    whole = plain(list(responses.retrieve(halfway.id, stream=True)))
    assert_whole(whole)
    assert whole[: len(halfway.told)] == plain(halfway.told)
    for number in range(len(whole) - 1):
        rest = plain(list(responses.retrieve(halfway.id, stream=True, starting_after=number)))
        assert rest == whole[number + 1 :], f"after {number}"
    responses.delete(halfway.id)
    with pytest.raises(openai.NotFoundError):
        responses.retrieve(halfway.id, stream=True)


def test_the_client_for_node_reads_the_same(halfway: Halfway) -> None:
    heard = plain(halfway.told)

    def read(after: int) -> list[dict]:
        """What Node reads; the model goes on once it has read the first word."""
        more = {"RESPONSE_ID": halfway.id, "STARTING_AFTER": str(after)}
        with node("openai_reading.mjs", halfway.served, more) as process:
            assert process.stdout is not None
            events = []
            for line in process.stdout:
                events.append(json.loads(line))
                if events[-1]["type"] == FIRST_WORD:
                    halfway.may_go_on.set()
            assert process.wait(PATIENCE) == 0
        return events

    running = read(1)
    assert_whole(heard[:2] + running)
    assert read(1) == running, "it is told again as it was told"
    assert read(4) == running[3:]
