"""A language model behind OpenAI's own API, which does what the tests foresee."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler

from harness import PATIENCE

TEXT = "Hello there"


class ScriptedModel(BaseHTTPRequestHandler):
    """Says hello; calls the first tool it is given once; speaks to agents in their own format."""

    # What it was asked, the newest last; a test that looks has a class of its own.
    asked: list[dict] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append(body)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        deltas, reason = self.answer(body)
        for delta in deltas:
            self.tell([{"index": 0, "delta": delta, "finish_reason": None}])
            self.breathe()
        usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
        self.tell([{"index": 0, "delta": {}, "finish_reason": reason}], usage)
        self.wfile.write(b"data: [DONE]\n\n")

    def tell(self, choices: list[dict], usage: dict | None = None) -> None:
        chunk = {"id": "c", "object": "chat.completion.chunk", "choices": choices, "usage": usage}
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())

    def answer(self, body: dict) -> tuple[list[dict], str]:
        return answer(body)

    def breathe(self) -> None:
        """Between two pieces it waits for nobody."""

    def log_message(self, *_: object) -> None:
        """The tests say what went wrong."""


class PausingModel(ScriptedModel):
    """Says its first word, and the rest when it may go on."""

    may_go_on: threading.Event

    def breathe(self) -> None:
        self.may_go_on.wait(PATIENCE)


class PausingTalker(PausingModel):
    """The same, whatever tools it is given."""

    def answer(self, body: dict) -> tuple[list[dict], str]:
        return said()


def answer(body: dict) -> tuple[list[dict], str]:
    messages = body["messages"]
    if body.get("tools") and messages[-1]["role"] != "tool":
        function = {"name": body["tools"][0]["function"]["name"], "arguments": '{"city": "Rome"}'}
        call = {"index": 0, "id": "call_1", "type": "function", "function": function}
        return [{"tool_calls": [call]}], "tool_calls"
    if "Answer with one JSON object" in json.dumps(messages):
        return [{"content": json.dumps({"messages": [TEXT], "tool_calls": []})}], "stop"
    return said()


def said() -> tuple[list[dict], str]:
    return [{"content": piece} for piece in ("Hello", " there")], "stop"
