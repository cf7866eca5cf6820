"""Callers that write without pause, and remember what they were promised."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import httpx
from harness import Api, Steward, wait_for


class Load:
    """What the callers saw."""

    def __init__(self) -> None:
        # By id, the name each contact was acknowledged with.
        self.acknowledged: dict[str, str] = {}
        self.refused: list[str] = []
        self.broken = 0
        self.lock = threading.Lock()

    def writing(self, at_least: int) -> None:
        """Waits until so many more writes were acknowledged."""
        goal = len(self.acknowledged) + at_least
        wait_for("writes", lambda: len(self.acknowledged) >= goal or None)

    def check(self, api: Api) -> None:
        """All that was acknowledged is there, once and as it was."""
        stored = api.all("/api/contacts")
        by_id = {contact["id"]: contact["name"] for contact in stored}
        assert len(by_id) == len(stored)
        lost = self.acknowledged.keys() - by_id.keys()
        assert not lost, f"{len(lost)} of {len(self.acknowledged)} acknowledged contacts are gone"
        wrong = [id for id, name in self.acknowledged.items() if by_id[id] != name]
        assert not wrong, f"{len(wrong)} contacts are not as they were acknowledged: {by_id[wrong[0]]}"


@contextmanager
def writing(steward: Steward, callers: int = 4) -> Iterator[Load]:
    """Writes contacts, each with a data key of its own, for as long as the block lasts."""
    load, stop = Load(), threading.Event()
    threads = [threading.Thread(target=_write, args=(steward, load, stop, caller)) for caller in range(callers)]
    for thread in threads:
        thread.start()
    try:
        yield load
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _write(steward: Steward, load: Load, stop: threading.Event, caller: int) -> None:
    with steward.api() as api:
        for number in count():
            # A caller waits a moment, as callers do: without it, the limit on writes would be all that is tested.
            if stop.wait(0.02):
                return
            name = f"Contact {caller}-{number}"
            try:
                answer = api.post("/api/contacts", json={"name": name})
            except httpx.TransportError:
                with load.lock:
                    load.broken += 1
                continue
            with load.lock:
                if answer.status_code == 201:
                    load.acknowledged[answer.json()["id"]] = name
                else:
                    load.refused.append(f"{answer.status_code} {answer.text}")
