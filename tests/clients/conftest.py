"""What every test may ask for."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness import Api, Steward
from loopback import serving
from postgres import Postgres
from scripted_model import ScriptedModel
from served import Served

StartSteward = Callable[..., Steward]

# A run that is asked to end takes its servers along, as one that is interrupted at the keyboard does.
signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.fixture(scope="session")
def url() -> str:
    """The server that `scripts/clients.sh` started, with every setting at its default."""
    return os.environ["STEWARD_URL"]


@pytest.fixture
def owner(url: str) -> Iterator[Api]:
    """The first owner at that server."""
    with Api(url, os.environ["STEWARD_ADMIN_TOKEN"]) as api:
        yield api


@pytest.fixture
def start_steward(tmp_path: Path) -> Iterator[StartSteward]:
    """Starts servers of the test's own: `start_steward(SETTING=value, …)`."""
    started: list[Steward] = []

    def start(**settings: str) -> Steward:
        steward = Steward(tmp_path / f"steward-{len(started)}", settings)
        started.append(steward)
        return steward.start()

    yield start
    for steward in started:
        steward.kill()


@pytest.fixture
def served(start_steward: StartSteward) -> Iterator[Served]:
    """A server with a scripted model behind it."""
    with serving(ScriptedModel) as model:
        name = f"{model}/v1#scripted"
        yield Served(start_steward(STEWARD_MODEL=name), name)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A Postgres of the tests' own, which they may stop and start."""
    postgres = Postgres(tmp_path_factory.mktemp("postgres"))
    try:
        yield postgres.create()
    finally:
        postgres.remove()
