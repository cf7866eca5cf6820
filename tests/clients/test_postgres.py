"""Two servers on one Postgres, which dies and comes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from harness import SOAK, Api, Steward, wait_for
from load import writing
from postgres import Postgres

RESTARTS = 50 if SOAK else 1
# Seconds from the database being back to the first good answer.
RECOVERY = 5.0


@pytest.fixture
def nodes(cluster: Postgres, tmp_path: Path) -> Iterator[tuple[Steward, Steward]]:
    """Two servers that share a database and a master key."""
    first = Steward(tmp_path / "first")
    settings = {"STEWARD_DATABASE_URL": cluster.database(), "STEWARD_MASTER_KEY": first.succeed("key", "new").strip()}
    second = Steward(tmp_path / "second")
    second.token = first.token
    try:
        for node in (first, second):
            node.settings = settings
            node.start()
        yield first, second
    finally:
        first.kill()
        second.kill()


def test_what_one_revokes_the_other_refuses_at_once(nodes: tuple[Steward, Steward]) -> None:
    with nodes[0].api() as here, nodes[1].api() as there:
        for revoked_by, used_at in ((here, nodes[1]), (there, nodes[0])):
            made = revoked_by.made("/api/keys", {"name": "shared", "scopes": ["read"]})
            with used_at.api(made["token"]) as user:
                assert {user.status() for _ in range(3)} == {200}
                assert revoked_by.delete(f"/api/keys/{made['key']['id']}").status_code == 204
                assert user.status() == 401


def test_whom_one_deletes_the_other_forgets_at_once(nodes: tuple[Steward, Steward]) -> None:
    with nodes[0].api() as here, nodes[1].api() as there, Api(nodes[1].url) as browser:
        member = here.made("/api/members", {"name": "Ada", "role": "admin"})
        link = here.made(f"/api/members/{member['id']}/sign-in-link")["url"]
        signed_in = browser.post("/auth/link", json={"token": link.rpartition("=")[2]}).json()
        csrf = {"x-csrf-token": signed_in["csrf_token"]}
        key = browser.post("/api/keys", json={"name": "hers", "scopes": ["admin"]}, headers=csrf).json()
        with nodes[1].api(key["token"]) as hers:
            assert (browser.status(), hers.status()) == (200, 200)

            assert here.patch(f"/api/members/{member['id']}", json={"role": "member"}).status_code == 200
            assert hers.get("/v1/me").json()["member"]["role"] == "member"
            assert hers.post("/api/members", json={"name": "Eve", "role": "member"}).status_code == 403

            assert here.delete(f"/api/members/{member['id']}").status_code == 204
            assert (browser.status(), hers.status()) == (401, 401)
        assert there.get(f"/api/members/{member['id']}").status_code == 404


def test_one_dies_and_the_other_goes_on(nodes: tuple[Steward, Steward]) -> None:
    doomed, survivor = nodes
    with writing(doomed) as lost, writing(survivor) as kept:
        lost.writing(10)
        kept.writing(10)
        doomed.kill()
        kept.writing(20)
    assert kept.refused == [] and kept.broken == 0, kept.refused[:3]
    with survivor.api() as owner:
        lost.check(owner)
        kept.check(owner)
    with doomed.start().api() as back:
        lost.check(back)


def test_the_database_dies_and_the_servers_recover_by_themselves(
    cluster: Postgres, nodes: tuple[Steward, Steward]
) -> None:
    with writing(nodes[0], callers=2) as one, writing(nodes[1], callers=2) as other:
        for _ in range(RESTARTS):
            one.writing(5)
            other.writing(5)
            cluster.crash()
            try:
                # At once, since each refusal waits a while for the database to come back.
                with ThreadPoolExecutor() as both:
                    list(both.map(check_unavailable, nodes))
            finally:
                cluster.start()
            begin = time.monotonic()
            for node in nodes:
                with node.api() as owner:
                    wait_for("recovery", succeeded(owner))
            assert time.monotonic() - begin <= RECOVERY
    for load, node in zip((one, other), nodes, strict=True):
        assert {answer[:3] for answer in load.refused} == {"503"}, load.refused[:3]
        assert load.broken == 0, "a server ended a connection instead of answering"
        with node.api() as owner:
            load.check(owner)


def check_unavailable(node: Steward) -> None:
    with node.api() as owner:
        assert owner.status("/health") == 200, "the process is well"
        assert owner.status("/ready") == 503
        refused = owner.get("/v1/me")
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "unavailable"


def succeeded(owner: Api) -> Callable[[], bool | None]:
    return lambda: owner.status("/ready") == 200 and owner.status() == 200 or None


def test_without_the_database_a_start_says_so(cluster: Postgres, tmp_path: Path) -> None:
    steward = Steward(tmp_path / "steward", {"STEWARD_DATABASE_URL": "postgres://u:secret@127.0.0.1:9/none"})
    refused = steward.command("serve")
    assert refused.returncode == 7
    assert "cannot be reached" in refused.stderr
    assert "secret" not in refused.stderr + refused.stdout
    wrong = cluster.url.replace("steward:", "steward:wrong")
    refused = steward.command("serve", settings={"STEWARD_DATABASE_URL": wrong})
    assert refused.returncode == 7
