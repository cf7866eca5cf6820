"""OpenAI's own clients, against models and agents behind Steward."""

from __future__ import annotations

import json
import os
from pathlib import Path

import httpx
import openai
import pytest
from agents import Agent, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled
from harness import PATIENCE, Api
from jsonschema import Draft202012Validator
from openai import AsyncOpenAI, OpenAI
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from scripted_model import TEXT
from served import Served, node

SPEC = os.environ.get("OPENAI_SPEC")
WEATHER = {
    "type": "function",
    "name": "get_weather",
    "description": "Tells the weather.",
    "parameters": {
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
        "additionalProperties": False,
    },
    "strict": True,
}


def test_a_response_is_made_retrieved_continued_and_deleted(served: Served) -> None:
    client, model = served.client, served.model
    made = client.responses.create(model=model, input="Hi", instructions="Be kind.", metadata={"a": "b"})
    assert (made.output_text, made.status, made.usage.total_tokens) == (TEXT, "completed", 18)
    assert client.responses.retrieve(made.id) == made
    again = client.responses.create(model=model, input="Again", previous_response_id=made.id)
    assert again.previous_response_id == made.id
    [said] = client.responses.input_items.list(again.id).data
    assert said.content[0].text == "Again"
    client.responses.delete(again.id)
    with pytest.raises(openai.NotFoundError):
        client.responses.retrieve(again.id)
    passing = client.responses.create(model=model, input="Hi", store=False)
    with pytest.raises(openai.NotFoundError):
        client.responses.retrieve(passing.id)
    with pytest.raises(openai.BadRequestError) as refused:
        client.responses.create(model=model, input="x", previous_response_id=passing.id)
    assert (refused.value.code, refused.value.param) == ("previous_response_not_found", "previous_response_id")


def test_a_stream_passes_the_checks_of_the_client(served: Served) -> None:
    with served.client.responses.stream(model=served.model, input="Hi") as stream:
        kinds = [event.type for event in stream]
        assert stream.get_final_response().output_text == TEXT
    assert kinds[0] == "response.created" and kinds[-1] == "response.completed"
    with served.client.responses.stream(model=served.model, input="Hi", tools=[WEATHER]) as stream:
        list(stream)
        [called] = stream.get_final_response().output
    assert (called.name, called.parsed_arguments) == ("get_weather", {"city": "Rome"})


def test_a_function_is_run_by_the_caller(served: Served) -> None:
    client, model = served.client, served.model
    first = client.responses.create(model=model, input="Weather?", tools=[WEATHER])
    [called] = first.output
    output = {"type": "function_call_output", "call_id": called.call_id, "output": "Sunny"}
    last = client.responses.create(model=model, input=[output], previous_response_id=first.id, tools=[WEATHER])
    assert last.output_text == TEXT


def test_conversations_are_kept_paged_and_deleted(served: Served) -> None:
    client = served.client
    said = [{"type": "message", "role": "user", "content": text} for text in ("one", "two", "three")]
    made = client.conversations.create(metadata={"a": "b"}, items=said[:1])
    client.conversations.items.create(made.id, items=said[1:])
    texts = [item.content[0].text for item in client.conversations.items.list(made.id, limit=1, order="asc")]
    assert texts == ["one", "two", "three"]
    assert client.conversations.update(made.id, metadata={"c": "d"}).metadata == {"c": "d"}
    newest = client.conversations.items.list(made.id).data[0]
    assert client.conversations.items.retrieve(newest.id, conversation_id=made.id).id == newest.id
    assert client.conversations.items.delete(newest.id, conversation_id=made.id).id == made.id
    answered = client.responses.create(model=served.model, input="Hi", conversation=made.id)
    assert answered.conversation.id == made.id
    assert len(client.conversations.items.list(made.id).data) == 4
    assert client.conversations.delete(made.id).deleted
    with pytest.raises(openai.NotFoundError):
        client.conversations.retrieve(made.id)


def test_chat_completions_embeddings_and_models(served: Served) -> None:
    client, model = served.client, served.model
    messages = [{"role": "user", "content": "Hi"}]
    whole = client.chat.completions.create(model=model, messages=messages)
    assert whole.choices[0].message.content == TEXT
    chunks = list(
        client.chat.completions.create(
            model=model, messages=messages, stream=True, stream_options={"include_usage": True}
        )
    )
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == TEXT
    assert chunks[-1].usage.total_tokens == 18
    names = [known.id for known in client.models.list()]
    assert model in names and "steward:assistant" in names
    assert client.models.retrieve(model).id == model
    [embedder] = [name for name in names if name != model and not name.startswith("steward:")]
    packed = client.embeddings.create(model=embedder, input=["a cat", "a dog"])
    plain = client.embeddings.create(model=embedder, input="a cat", encoding_format="float")
    assert packed.data[0].embedding == pytest.approx(plain.data[0].embedding)


def test_an_agent_answers_as_a_model_does(served: Served) -> None:
    client = served.client
    made = client.responses.create(model="steward:assistant", input="Hi")
    assert made.output_text == TEXT
    with client.responses.stream(model="steward:assistant", input="Hi", previous_response_id=made.id) as stream:
        list(stream)
        assert stream.get_final_response().output_text == TEXT
    messages = [{"role": "user", "content": "Hi"}]
    chat = client.chat.completions.create(model="steward:assistant", messages=messages)
    assert chat.choices[0].message.content == TEXT
    with pytest.raises(openai.BadRequestError) as refused:
        client.responses.create(model="steward:assistant", input="Hi", tools=[WEATHER])
    assert refused.value.param == "tools"


def test_errors_are_those_that_the_client_knows(served: Served) -> None:
    client = served.client
    with pytest.raises(openai.NotFoundError) as unknown:
        client.responses.create(model="gpt-none", input="Hi")
    assert (unknown.value.code, unknown.value.param) == ("model_not_found", "model")
    with pytest.raises(openai.BadRequestError) as wrong:
        client.responses.create(model=served.model, input="Hi", temperature=3)
    assert (wrong.value.type, wrong.value.param) == ("invalid_request_error", "temperature")
    stranger = OpenAI(api_key="sk-none", base_url=served.url, max_retries=0)
    with pytest.raises(openai.AuthenticationError) as refused:
        stranger.models.list()
    assert refused.value.code == "invalid_api_key"


def test_the_agents_library_runs_its_loop(served: Served) -> None:
    set_tracing_disabled(True)
    cities: list[str] = []

    @function_tool
    def get_weather(city: str) -> str:
        """Tells the weather."""
        cities.append(city)
        return "Sunny"

    client = AsyncOpenAI(api_key=served.token, base_url=served.url, max_retries=0, timeout=PATIENCE)
    model = OpenAIResponsesModel(model=served.model, openai_client=client)
    result = Runner.run_sync(Agent(name="Clerk", instructions="Help.", model=model, tools=[get_weather]), "Weather?")
    assert (result.final_output, cities) == (TEXT, ["Rome"])


def test_the_client_for_node(served: Served) -> None:
    with node("openai_client.mjs", served, {"OPENAI_MODEL": served.model}) as client:
        output, _ = client.communicate(timeout=PATIENCE)
    assert client.returncode == 0, output


@pytest.mark.skipif(SPEC is None, reason="set OPENAI_SPEC to OpenAI's published OpenAPI document, as JSON")
def test_every_body_and_event_matches_the_published_schema(served: Served) -> None:
    spec = Resource(contents=json.loads(Path(SPEC).read_text()), specification=DRAFT202012)
    registry = Registry().with_resource("urn:openai", spec)

    def check(name: str, value: dict) -> None:
        schema = {"$ref": f"urn:openai#/components/schemas/{name}"}
        problems = Draft202012Validator(schema, registry=registry).iter_errors(value)
        assert [f"{list(error.absolute_path)}: {error.message[:200]}" for error in problems] == [], name

    def begun(response: dict) -> dict:
        """Clients expect null while nothing was used yet, which the schema does not know."""
        return {name: value for name, value in response.items() if (name, value) != ("usage", None)}

    said = [{"type": "message", "role": "user", "content": "x"}]
    with Api(served.url, served.token) as api:

        def post(path: str, **body: object) -> httpx.Response:
            return api.post(path, json=body)

        check("Response", post("/responses", model=served.model, input="Hi").json())
        for more in ({}, {"tools": [WEATHER]}):
            lines = post("/responses", model=served.model, input="Hi", stream=True, **more).text.splitlines()
            events = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")]
            assert len(events) > 5
            for event in events:
                if "response" in event:
                    event["response"] = begun(event["response"])
                check("ResponseStreamEvent", event)
        conversation = post("/conversations").json()
        check("ConversationResource", conversation)
        check("ConversationItemList", post(f"/conversations/{conversation['id']}/items", items=said).json())
        messages = [{"role": "user", "content": "x"}]
        check("CreateChatCompletionResponse", post("/chat/completions", model=served.model, messages=messages).json())
        check("ListModelsResponse", api.get("/models").json())
        check("ErrorResponse", api.get("/responses/resp_none").json())
