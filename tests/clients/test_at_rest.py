"""Whoever steals the files, the backup or the logs learns nothing about anybody."""

from __future__ import annotations

import secrets
from pathlib import Path

from conftest import StartSteward
from harness import Steward
from postgres import Postgres


class Canaries:
    """Text that is nowhere else in the world, planted wherever the API takes text from people."""

    def __init__(self) -> None:
        self.planted: dict[str, str] = {}

    def text(self, what: str) -> str:
        return self._plant(what, f"Canary{secrets.token_hex(10)}")

    def email(self, what: str) -> str:
        return self._plant(what, f"canary{secrets.token_hex(10)}@{secrets.token_hex(6)}.example")

    def phone(self, what: str) -> str:
        return self._plant(what, f"+1415{secrets.randbelow(10**7):07}")

    def secret(self, what: str, value: str) -> str:
        return self._plant(what, value)

    def found_in(self, data: bytes) -> list[str]:
        """Which of them are in some bytes, in the encodings that a program or a database would choose."""
        lowered = data.lower()
        return [
            what
            for what, value in self.planted.items()
            if value.lower().encode() in lowered
            or value.lower().encode("utf-16-le") in lowered
            or value.encode().hex().encode() in lowered
        ]

    def _plant(self, what: str, value: str) -> str:
        self.planted[what] = value
        return value


def plant(steward: Steward) -> Canaries:
    """Makes, changes and finds things by every route that takes text."""
    canaries = Canaries()
    canaries.secret("the admin token", steward.token)
    with steward.api() as owner:
        owner.patch("/api/org", json={"name": "Not secret"}).raise_for_status()
        member = owner.made(
            "/api/members",
            {
                "name": canaries.text("a member's name"),
                "role": "member",
                "email": canaries.email("a member's email"),
                "phone": canaries.phone("a member's phone"),
            },
        )
        new_name = {"name": canaries.text("a member's new name")}
        owner.patch(f"/api/members/{member['id']}", json=new_name).raise_for_status()
        contact = owner.made(
            "/api/contacts",
            {
                "name": canaries.text("a contact's name"),
                "email": canaries.email("a contact's email"),
                "phone": canaries.phone("a contact's phone"),
            },
        )
        external = {"kind": "external", "value": canaries.text("an external id")}
        owner.made(f"/api/contacts/{contact['id']}/identifiers", external)
        new_name = {"name": canaries.text("a contact's new name")}
        owner.patch(f"/api/contacts/{contact['id']}", json=new_name).raise_for_status()
        gone = owner.made("/api/contacts", {"name": canaries.text("a deleted contact's name")})
        owner.delete(f"/api/contacts/{gone['id']}").raise_for_status()
        for query in (canaries.planted["a contact's email"], canaries.text("a search")):
            owner.get("/api/contacts", params={"query": query}).raise_for_status()
        made = owner.made("/api/keys", {"name": "key", "scopes": ["read"]})
        canaries.secret("an API key", made["token"])
        link = owner.made(f"/api/members/{member['id']}/sign-in-link")["url"]
        canaries.secret("a sign-in link", link.rpartition("=")[2])
        refused = {"email": canaries.email("a stranger's email"), "password": canaries.text("a stranger's password")}
        assert owner.post("/auth/sign-in", json=refused).status_code == 401
        assert owner.get(f"/{canaries.text('a path')}").status_code in (200, 404)
    return canaries


def stolen_files(*folders: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}


def check(canaries: Canaries, stolen: dict[Path, bytes]) -> None:
    hits = {str(path): found for path, data in stolen.items() if (found := canaries.found_in(data))}
    assert hits == {}


def test_the_search_finds_what_is_there() -> None:
    canaries = Canaries()
    name = canaries.text("a name")
    for data in (name.encode(), name.upper().encode(), name.encode("utf-16-le"), name.encode().hex().encode()):
        assert canaries.found_in(b"before" + data + b"after") == ["a name"]
    assert canaries.found_in(b"nothing") == []


def test_files_of_a_killed_server(start_steward: StartSteward, tmp_path: Path) -> None:
    # The finest log there is: it may say more, and still nothing about anybody.
    steward = start_steward(STEWARD__LOG__LEVEL="trace")
    canaries = plant(steward)
    steward.succeed("backup", tmp_path / "copy.db")
    steward.kill()
    stolen = stolen_files(steward.home) | {path: path.read_bytes() for path in (tmp_path / "copy.db", steward.log)}
    names = {path.name for path in stolen}
    assert {"steward.db", "steward.db-wal", "keys.db", "copy.db", "output.log"} <= names
    check(canaries, stolen)


def test_a_dump_of_postgres(start_steward: StartSteward, cluster: Postgres) -> None:
    url = cluster.database()
    steward = start_steward(STEWARD_DATABASE_URL=url)
    canaries = plant(steward)
    steward.kill()
    dump = cluster.dump(url)
    assert b"COPY steward." in dump, "the dump holds the tables"
    check(canaries, {Path("pg_dump"): dump} | stolen_files(steward.home) | {steward.log: steward.log.read_bytes()})
