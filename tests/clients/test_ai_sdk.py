"""The AI SDK's own chat, in the versions that are in use, against the stream that the chat page reads."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from conftest import StartSteward
from harness import PATIENCE, ROOT
from loopback import serving
from scripted_model import TEXT, PausingTalker, ScriptedModel

HERE = Path(__file__).parent
# Each brings the version of `ai` that it was made for: 5, 6 and 7.
CHATS = ["@ai-sdk/react@2.0.280", "@ai-sdk/react@3.0.322", "@ai-sdk/react@4.0.156"]


needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm here")


class AskingModel(ScriptedModel):
    """Wants to text somebody, and is content with whatever comes of it."""

    contact = ""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        call = {"name": "text_contact", "args": {"contact_id": self.contact, "text": "Hello"}}
        wanted = {"messages": [], "tool_calls": [call]}
        is_told = "Tell them." in json.dumps(body["messages"][-1])
        said = wanted if is_told else {"messages": [TEXT], "tool_calls": []}
        self.tell([{"index": 0, "delta": {"content": json.dumps(said)}, "finish_reason": "stop"}])
        self.wfile.write(b"data: [DONE]\n\n")


def installed(package: str, *beside: str) -> Path:
    """The folder with a version of the AI SDK and what it is used with."""
    name, _, version = package.rpartition("@")
    beside = beside or ("react@19",)
    # What is used with it is part of the name: npm takes away what it is not told of again.
    folder = ROOT / "target" / "ai-sdk" / "-".join([version, *(other.partition("@")[0] for other in beside[1:])])
    if not (folder / "node_modules" / name).exists():
        folder.mkdir(parents=True, exist_ok=True)
        packages = [package, *beside]
        subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", folder, *packages], check=True)
    return folder


def run(script: str, *arguments: str | Path) -> None:
    done = subprocess.run(
        ["node", HERE / script, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_npm
@pytest.mark.parametrize("package", CHATS)
def test_a_chat_is_answered_continued_and_asked_again(start_steward: StartSteward, package: str) -> None:
    with serving(ScriptedModel) as model:
        steward = start_steward(STEWARD_MODEL=f"{model}/v1#scripted")
        run("ai_chat.mjs", installed(package), steward.url, steward.token, TEXT)


@needs_npm
@pytest.mark.parametrize("package", CHATS)
def test_the_hook_shows_a_chat_on_a_page(start_steward: StartSteward, package: str) -> None:
    with serving(ScriptedModel) as model:
        steward = start_steward(STEWARD_MODEL=f"{model}/v1#scripted")
        folder = installed(package, "react@19", "react-dom@19", "jsdom@26")
        run("ai_hook.mjs", folder, steward.url, steward.token, TEXT)


@needs_npm
@pytest.mark.parametrize("package", CHATS)
def test_an_answer_that_is_being_written_is_read_on(start_steward: StartSteward, package: str) -> None:
    may_go_on = threading.Event()
    with serving(type("Model", (PausingTalker,), {"may_go_on": may_go_on})) as model:
        name = f"{model}/v1#scripted"
        # Only what is asked with the provider's own protocol is told word by word.
        steward = start_steward(STEWARD_MODEL=name, STEWARD__MODELS__NATIVE_TOOLS=name)
        arguments = [installed(package), steward.url, steward.token, TEXT]
        node = subprocess.Popen(
            ["node", HERE / "ai_resume.mjs", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            assert node.stdout is not None
            assert node.stdout.readline() == "Hello\n", "what was said so far comes at once"
            may_go_on.set()
            output, _ = node.communicate(timeout=PATIENCE)
        finally:
            may_go_on.set()
            node.kill()
    assert node.returncode == 0, output


@needs_npm
# Version 5 knows nothing of approvals.
@pytest.mark.parametrize("package", CHATS[1:])
def test_a_call_is_approved_and_denied(start_steward: StartSteward, package: str) -> None:
    with serving(AskingModel) as model:
        steward = start_steward()
        with steward.api() as api:
            AskingModel.contact = api.post("/api/contacts", json={"name": "Ana"}).json()["id"]
            settings = {"name": "Texter", "tools": ["text_contact"], "model": f"{model}/v1#scripted"}
            agent = api.post("/api/agents", json=settings).json()["id"]
            settings = {**settings, "revision": 1, "send_mode": "autonomous"}
            changed = api.put(f"/api/agents/{agent}", json=settings)
            assert changed.status_code == 200, changed.text
        run("ai_approval.mjs", installed(package), steward.url, steward.token, agent, TEXT)


@needs_npm
def test_its_provider_for_openai_streams_calls_tools_and_embeds(start_steward: StartSteward) -> None:
    with serving(ScriptedModel) as model:
        name = f"{model}/v1#scripted"
        steward = start_steward(STEWARD_MODEL=name)
        with steward.api() as api:
            names = [one["id"] for one in api.get("/v1/models").json()["data"]]
        [embedder] = [known for known in names if known != name and not known.startswith("steward:")]
        folder = installed("@ai-sdk/openai@4.0.114", "ai@7.0.152")
        run("ai_provider.mjs", folder, steward.url, steward.token, name, embedder, TEXT)
