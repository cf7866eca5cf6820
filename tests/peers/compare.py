"""Compares the search of our memory with peers' in one run: `make bench ARGS="peers --passages 10000"`.

Everybody gets the same made-up texts, the same vectors (made once, by our `/v1/embeddings`) and the same questions, each in
a process of its own. We are asked over HTTP, with rights and decryption; the peers in their own process, with the vectors of
the questions at hand, which favours them. Prints a table and asserts nothing about it.
"""

from __future__ import annotations

import argparse
import array
import base64
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import harness
import httpx
from harness import Api, Steward
from idle_events import memory

DIMENSIONS = 256
QUESTIONS = 200
WARM_UP = 5
LIMIT = 10
# As many texts as go in at once: one document of ours stays below the largest request body.
BATCH = 1000
# Our memory cuts a document where a paragraph ends after the 500th and before the 1,000th character, so that a text of
# these lengths is one passage.
SHORTEST, LONGEST = 510, 700
LIMITS = {"STEWARD__HTTP__WRITES_PER_SECOND": "100000"}


def made_up(passages: int) -> tuple[list[str], list[dict]]:
    """Texts in which few words are frequent and most are rare; and questions: a few words of a text, which is to be found."""
    chance = random.Random(1)
    syllables = "ba con der fi gra hol in ja ker lo men nor pa ri sta tu ver wo yel zan".split()
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(40_000)]

    def text() -> str:
        length, picked = chance.randint(SHORTEST, LONGEST), ""
        while len(picked) < length:
            picked += words[int(20 * 2000 ** chance.random()) - 20] + " "
        return picked.strip()

    texts = [text() for _ in range(passages)]
    asked = chance.choices(texts, k=QUESTIONS + WARM_UP)
    return texts, [{"query": " ".join(chance.sample(text.split(), 6)), "text": text} for text in asked]


def embed(api: Api, texts: list[str]) -> bytes:
    body = {"model": "steward-static-256", "input": texts, "encoding_format": "base64"}
    answer = api.post("/v1/embeddings", json=body).raise_for_status()
    return b"".join(base64.b64decode(item["embedding"]) for item in answer.json()["data"])


def prepare(folder: Path, passages: int) -> None:
    """Leaves the texts, the questions and their vectors in files, so that no process holds more of them than it needs."""
    texts, questions = made_up(passages)
    (folder / "texts").write_text("\n".join(texts))
    (folder / "questions").write_text(json.dumps(questions))
    steward = Steward(folder / "embedder", LIMITS).start()
    try:
        api = steward.api()
        with (folder / "vectors").open("wb") as vectors:
            for start in range(0, passages, BATCH):
                vectors.write(embed(api, texts[start : start + BATCH]))
        (folder / "asked").write_bytes(embed(api, [question["query"] for question in questions]))
    finally:
        steward.kill()


def read(texts: list[str], vectors: BinaryIO) -> dict[str, list[float]]:
    return {text: array.array("f", vectors.read(DIMENSIONS * 4)).tolist() for text in texts}


class Vectors:
    """The embedder of every peer: it looks up what was embedded before. Holds the questions and one batch of texts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.questions = json.loads((folder / "questions").read_text())
        self.asked = read([question["query"] for question in self.questions], (folder / "asked").open("rb"))
        self.batch: dict[str, list[float]] = {}

    def batches(self) -> Iterator[list[str]]:
        with (self.folder / "texts").open() as texts, (self.folder / "vectors").open("rb") as vectors:
            while batch := [line.rstrip("\n") for _, line in zip(range(BATCH), texts, strict=False)]:
                self.batch = read(batch, vectors)
                yield batch
        self.batch = {}

    def __call__(self, texts: list[str]) -> list[list[float]]:
        return [self.asked.get(text) or self.batch[text] for text in texts]

    def embed(self, text: str, _action: str | None = None) -> list[float]:
        """The same in mem0's form."""
        return self([text])[0]


class Ours:
    title, by_words = "Steward, over HTTP", "yes"

    def __init__(self, folder: Path, _vectors: Vectors) -> None:
        steward = Steward(folder, LIMITS).start()
        self.pid, self.stored, self.api, self.close = steward.process.pid, steward.home, steward.api(), steward.kill

    def fill(self, batch: list[str]) -> None:
        self.api.made("/v1/rag/documents", {"title": "Made up", "text": "\n\n".join(batch)})

    def search(self, query: str) -> list[str]:
        answer = self.api.post("/v1/rag/search", json={"query": query, "limit": LIMIT})
        return [hit["passage"]["text"] for hit in answer.raise_for_status().json()["items"]]


class LangGraph:
    """A store of LangGraph's, searched by the tool that langmem gives to agents."""

    title, by_words = "LangGraph's SQLite store with langmem", "no"
    pid = os.getpid()

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        os.environ["LANGSMITH_TRACING"] = "false"
        from langgraph.store.base import PutOp
        from langmem import create_search_memory_tool

        self.stored, self.put, self.close = folder, PutOp, lambda: None
        self.store = self.open({"dims": DIMENSIONS, "embed": vectors})
        self.tool = create_search_memory_tool(("memories",), store=self.store)

    def open(self, index: dict) -> object:
        # Not the standard library's, which some builds of Python have without the extensions that LangGraph loads.
        import pysqlite3
        from langgraph.store.sqlite import SqliteStore

        connection = pysqlite3.connect(str(self.stored / "store.db"), check_same_thread=False, isolation_level=None)
        store = SqliteStore(connection, index=index)
        store.setup()
        return store

    def fill(self, batch: list[str]) -> None:
        for_all = {"namespace": ("memories",), "index": ["content"]}
        self.store.batch([self.put(key=str(uuid.uuid4()), value={"content": text}, **for_all) for text in batch])

    def search(self, query: str) -> list[str]:
        found = json.loads(self.tool.invoke({"query": query, "limit": LIMIT}))
        return [item["value"]["content"] for item in found]


class LangGraphInMemory(LangGraph):
    title = "LangGraph's store in memory with langmem"

    def open(self, index: dict) -> object:
        from langgraph.store.memory import InMemoryStore

        return InMemoryStore(index=index)


class Mem0:
    """Without the model that would pick facts out of what is said. It would search by words too with a model from Hugging
    Face that `fastembed` downloads; everything here stays on loopback."""

    title, by_words = "mem0 with local Qdrant", "no, without a download"
    pid = os.getpid()

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder), "OPENAI_API_KEY": "nobody is asked"}
        from mem0 import Memory

        self.stored = folder
        place = {"path": str(folder / "qdrant"), "embedding_model_dims": DIMENSIONS, "on_disk": True}
        settings = {"vector_store": {"provider": "qdrant", "config": place}, "history_db_path": str(folder / "history.db")}
        self.memory = Memory.from_config(settings)
        self.memory.embedding_model = vectors
        self.close = self.memory.close

    def fill(self, batch: list[str]) -> None:
        for text in batch:
            self.memory.add(text, user_id="somebody", infer=False)

    def search(self, query: str) -> list[str]:
        # No threshold: the others give their best, whether they are good or not.
        found = self.memory.search(query, filters={"user_id": "somebody"}, top_k=LIMIT, threshold=0.0)
        return [item["memory"] for item in found["results"]]


SYSTEMS = {"steward": Ours, "langgraph-sqlite": LangGraph, "langgraph-memory": LangGraphInMemory, "mem0": Mem0}


def processor(pid: int) -> float:
    """Milliseconds of processor time of all threads so far, by Linux's clock of the process, which is finer than /proc."""
    return time.clock_gettime_ns((~pid << 3) | 2) / 1e6


def until_answered(system: object, query: str) -> list[str]:
    """Ours reads what is new when it is asked, and may want to be asked again when that is done."""
    while True:
        with contextlib.suppress(httpx.HTTPStatusError):
            return system.search(query)


def timed(pid: int, work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of processor time and by the clock."""
    wall, begin = time.monotonic(), processor(pid)
    work()
    return processor(pid) - begin, (time.monotonic() - wall) * 1000


def measure(name: str, folder: Path) -> dict:
    """One system, in this process."""
    vectors, place = Vectors(folder), folder / "store"
    place.mkdir()
    system = SYSTEMS[name](place, vectors)
    queries, texts = zip(*((question["query"], question["text"]) for question in vectors.questions), strict=True)
    hits: list[list[str]] = []
    try:
        row = {"fill": timed(system.pid, lambda: [system.fill(batch) for batch in vectors.batches()])}
        row["first"] = timed(system.pid, lambda: until_answered(system, queries[0]))
        times = [timed(system.pid, lambda: hits.append(system.search(query))) for query in queries][WARM_UP:]
        row["processor"], row["wall"] = (sorted(kind) for kind in zip(*times, strict=True))
        found = sum(text in given for text, given in zip(texts, hits, strict=True))
        row |= {"found": found / len(hits), "memory": memory(system.pid), "by_words": system.by_words}
    finally:
        system.close()
    files = [path for path in system.stored.rglob("*") if path.is_file()]
    row["disk"] = sum(path.stat().st_size for path in files) / 1e6
    row["plain"] = any(text[:60].encode() in content for content in map(Path.read_bytes, files) for text in texts)
    return row


def measured_apart(name: str, folder: Path, seconds: float) -> dict | str:
    """One system in a process of its own; a word if there is nothing to tell."""
    command = [sys.executable, __file__, "--one", name, "--folder", str(folder)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    try:
        output, _ = child.communicate(timeout=seconds)
        return json.loads(output.splitlines()[-1]) if child.returncode == 0 else "failed"
    except subprocess.TimeoutExpired:
        return f"stopped after {seconds / 60:g} minutes"
    finally:
        # The server that a child started is in the child's group and ends with it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def line(name: str, row: dict | str) -> str:
    title = SYSTEMS[name].title
    if isinstance(row, str):
        return f"| {title} | {row} |" + " – |" * 8

    def pair(kind: str) -> str:
        half, most = (row[kind][(len(row[kind]) - 1) * percent // 100] for percent in (50, 99))
        return f"{half:.1f} / {most:.1f} ms"

    fill, first = (f"{row[kind][1] / 1000:.1f} s ({row[kind][0] / 1000:.1f} s)" for kind in ("fill", "first"))
    encrypted = "nothing on disk" if row["disk"] == 0 else "no" if row["plain"] else "yes"
    return (
        f"| {title} | {fill} | {first} | {pair('processor')} | {pair('wall')} | {row['memory']:.0f} MB "
        f"| {row['disk']:.0f} MB | {encrypted} | {row['by_words']} | {row['found']:.0%} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=10, help="how long each system may take")
    parser.add_argument("--only", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), help="not all of the systems")
    parser.add_argument("--one", choices=SYSTEMS, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    harness.BINARY = Path(os.environ["STEWARD_PROGRAM"])
    if given.one:
        print(json.dumps(measure(given.one, given.folder)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        prepare(folder := Path(temporary), given.passages)
        print(f"{given.passages} passages, {QUESTIONS} questions; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
        print("| system | to fill (processor) | first search (processor) | search, processor p50 / p99 | search, wall ", end="")
        print("p50 / p99 | memory | disk | encrypted | by words too | found |\n|---|--:|--:|--:|--:|--:|--:|---|---|--:|", flush=True)
        for name in given.only:
            print(line(name, measured_apart(name, folder, given.minutes * 60)), flush=True)
            shutil.rmtree(folder / "store", ignore_errors=True)


if __name__ == "__main__":
    main()
