"""The AI SDK's own chat, in the versions that are in use, against the stream that the chat page reads."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import StartSteward
from harness import PATIENCE, ROOT
from loopback import serving
from scripted_model import TEXT, ScriptedModel

HERE = Path(__file__).parent
# Each brings the version of `ai` that it was made for: 5, 6 and 7.
CHATS = ["@ai-sdk/react@2.0.280", "@ai-sdk/react@3.0.322", "@ai-sdk/react@4.0.156"]


@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm here")
@pytest.mark.parametrize("package", CHATS)
def test_a_chat_is_answered_continued_and_asked_again(start_steward: StartSteward, package: str) -> None:
    folder = ROOT / "target" / "ai-sdk" / package.rpartition("@")[2]
    if not (folder / "node_modules" / "@ai-sdk" / "react").exists():
        folder.mkdir(parents=True, exist_ok=True)
        packages = [package, "react@19"]
        subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", folder, *packages], check=True)
    with serving(ScriptedModel) as model:
        steward = start_steward(STEWARD_MODEL=f"{model}/v1#scripted")
        done = subprocess.run(
            ["node", HERE / "ai_chat.mjs", folder, steward.url, steward.token, TEXT],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
