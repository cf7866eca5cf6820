"""What OpenAI's own client says about an answer, and whether it is heeded."""

from __future__ import annotations

from collections.abc import Iterator

import openai
import pytest
from conftest import StartSteward
from loopback import serving
from scripted_model import TEXT, ScriptedModel
from served import Served

MARKER = "[Previous messages truncated due to context limits]"
MESSAGES = [{"role": "user", "content": "Hi"}]


class Heard(Served):
    """The same, with what the model was asked."""

    asked: list[dict]


@pytest.fixture
def heard(start_steward: StartSteward) -> Iterator[Heard]:
    asked: list[dict] = []
    with serving(type("Model", (ScriptedModel,), {"asked": asked})) as url:
        name = f"{url}/v1#scripted"
        heard = Heard(start_steward(STEWARD_MODEL=name), name)
        heard.asked = asked
        yield heard


def function(name: str) -> dict:
    return {"type": "function", "name": name, "parameters": {"type": "object", "properties": {}}, "strict": False}


@pytest.mark.parametrize("stop", [" the", ["nowhere", "o t"]])
def test_an_answer_ends_before_the_words_to_stop_at(heard: Heard, stop: str | list[str]) -> None:
    completions = heard.client.chat.completions
    cut = TEXT[: TEXT.index(stop if isinstance(stop, str) else stop[-1])]
    [choice] = completions.create(model=heard.model, messages=MESSAGES, stop=stop).choices
    assert (choice.message.content, choice.finish_reason) == (cut, "stop")
    chunks = list(completions.create(model=heard.model, messages=MESSAGES, stop=stop, stream=True))
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == cut
    assert chunks[-1].choices[0].finish_reason == "stop"
    told = [stop] if isinstance(stop, str) else stop
    assert [body["stop"] for body in heard.asked] == [told, told], "the provider is told, too"


def test_a_word_that_only_begins_like_one_to_stop_at_is_said(heard: Heard) -> None:
    completions = heard.client.chat.completions
    chunks = completions.create(model=heard.model, messages=MESSAGES, stop="there is", stream=True)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == TEXT


def test_only_functions_that_are_allowed_are_called(heard: Heard) -> None:
    # The model calls the first that it is given.
    tools = [function("get_weather"), function("get_time")]
    allowed = {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "get_time"}]}
    made = heard.client.responses.create(model=heard.model, input="Hi", tools=tools, tool_choice=allowed)
    assert [called.name for called in made.output] == ["get_time"]
    assert made.tool_choice.to_dict() == allowed
    assert [tool.name for tool in made.tools] == ["get_weather", "get_time"]
    nobody = {**allowed, "tools": [{"type": "function", "name": "get_none"}]}
    with pytest.raises(openai.BadRequestError) as refused:
        heard.client.responses.create(model=heard.model, input="Hi", tools=tools, tool_choice=nobody)
    assert refused.value.param == "tool_choice"


def test_what_is_too_long_loses_its_middle_if_it_may(heard: Heard) -> None:
    responses = heard.client.responses
    long = [{"role": "user", "content": "x" * 100_000} for _ in range(6)]
    said = [{"role": "user", "content": "first"}, *long, {"role": "user", "content": "last"}]
    with pytest.raises(openai.BadRequestError) as refused:
        responses.create(model=heard.model, input=said)
    assert (refused.value.code, refused.value.param) == ("context_length_exceeded", "input")
    assert heard.asked == []
    made = responses.create(model=heard.model, input=said, truncation="auto")
    assert (made.output_text, made.truncation) == (TEXT, "auto")
    [asked] = [message["content"] for message in heard.asked[0]["messages"] if message["role"] == "user"]
    assert asked.startswith(f"first\n\n{MARKER}\n\nx") and asked.endswith("x\n\nlast")


def test_what_goes_on_from_a_deleted_response_answers_from_what_is_left(heard: Heard) -> None:
    responses = heard.client.responses
    previous, made = None, []
    for text in ("one", "two", "three"):
        made.append(responses.create(model=heard.model, input=text, previous_response_id=previous))
        previous = made[-1].id
    responses.delete(made[0].id)
    assert responses.retrieve(made[1].id) == made[1], "it stays as it was"
    responses.create(model=heard.model, input="four", previous_response_id=previous)
    said = [message["content"] for message in heard.asked[-1]["messages"] if message["role"] == "user"]
    assert said == ["two", "three", "four"]
    with pytest.raises(openai.BadRequestError) as refused:
        responses.create(model=heard.model, input="x", previous_response_id=made[0].id)
    assert (refused.value.code, refused.value.param) == ("previous_response_not_found", "previous_response_id")
