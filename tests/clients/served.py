"""A server with a model behind it, as programs written for OpenAI see it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness import PATIENCE, ROOT, Steward
from openai import OpenAI

HERE = Path(__file__).parent
NODE = ROOT / "target" / "openai-node"
NODE_PACKAGE = "openai@7.53.0"


class Served:
    """A server, and a client of OpenAI's that talks to it."""

    def __init__(self, steward: Steward, model: str) -> None:
        self.url, self.token, self.model = f"{steward.url}/v1", steward.token, model
        self.client = OpenAI(api_key=self.token, base_url=self.url, max_retries=0, timeout=PATIENCE)


@contextmanager
def node(script: str, served: Served, more: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Runs a script with OpenAI's client for Node; what it prints and how it fails come on one line after the other."""
    if not (NODE / "node_modules" / "openai").exists():
        NODE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", NODE, NODE_PACKAGE], check=True)
    environment = {
        "PATH": os.environ["PATH"],
        "OPENAI_MODULE": str(NODE / "node_modules" / "openai" / "index.mjs"),
        "OPENAI_BASE_URL": served.url,
        "OPENAI_API_KEY": served.token,
        **more,
    }
    process = subprocess.Popen(
        ["node", HERE / script], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
