"""What somebody who runs Steward relies on: its pages, its headers, its commands, its end."""

from __future__ import annotations

import json
import re
import shutil
import stat
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import StartSteward
from harness import Api
from load import writing

PUBLIC = ["/health", "/ready", "/metrics", "/openapi.json", "/openapi"]


@pytest.mark.parametrize("path", [*PUBLIC, "/v1/me", "/nowhere"])
def test_every_answer_has_an_id_and_the_security_headers(url: str, path: str) -> None:
    with Api(url) as anyone:
        headers = anyone.get(path).headers
        assert re.fullmatch("[0-9a-f]{32}", headers["x-request-id"])
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == "'self'", "neither inline scripts nor foreign ones"
        assert "strict-transport-security" not in headers, "over plain HTTP it would lock browsers out"
        assert "server" not in headers

        assert anyone.get(path, headers={"x-request-id": "mine-1"}).headers["x-request-id"] == "mine-1"
        hostile = anyone.get(path, headers={"x-request-id": 'a" level="error'}).headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{32}", hostile)


def test_health_and_readiness(url: str) -> None:
    with Api(url) as anyone:
        health = anyone.get("/health").json()
        assert health["status"] == "ok" and health["version"]
        assert anyone.get("/ready").json() == {"status": "ready"}


class Tags(HTMLParser):
    """The elements of a page, checked for being closed in order."""

    VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == [], f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_of_the_api_is_html_without_scripts(url: str) -> None:
    with Api(url) as anyone:
        answer = anyone.get("/openapi")
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        page = Tags(answer.text)
        names = [tag for tag, _ in page.seen]
        assert names.count("h1") == 1 and names.count("title") == 1
        assert "script" not in names and "style" not in names
        for tag, attributes in page.seen:
            assert not any(name.startswith("on") or name == "style" for name in attributes), f"{tag} {attributes}"
        for path in anyone.get("/openapi.json").json()["paths"]:
            assert path in page.text
        for style in (attributes["href"] for tag, attributes in page.seen if tag == "link"):
            assert anyone.get(style or "").headers["content-type"].startswith("text/css")


def test_errors_have_one_envelope(url: str, owner: Api) -> None:
    with Api(url) as anyone:
        answers = {
            401: anyone.get("/v1/me"),
            404: owner.get("/api/contacts/not-an-id"),
            405: owner.put("/v1/me"),
            400: owner.post("/api/contacts", content=b"{", headers={"content-type": "application/json"}),
            413: owner.post("/api/contacts", json={"name": "a" * (2 << 20)}),
            415: owner.post("/api/contacts", content=b"name=a", headers={"content-type": "text/plain"}),
            422: owner.post("/api/contacts", json={"name": 1}),
        }
    for status, answer in answers.items():
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/json"
        assert {"code", "message"} <= answer.json()["error"].keys() <= {"code", "message", "field"}
    assert answers[422].json()["error"]["field"] == "name"
    assert answers[401].headers["www-authenticate"] == "Bearer"


def test_guessing_sign_ins_is_slowed_down(start_steward: StartSteward) -> None:
    with Api(start_steward().url) as stranger:
        answers = [stranger.post("/auth/link", json={"token": f"guess {n}"}) for n in range(12)]
    assert answers[0].status_code == 401
    assert answers[-1].status_code == 429
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60


def test_a_stop_under_load_takes_five_seconds_at_most_and_loses_nothing(start_steward: StartSteward) -> None:
    steward = start_steward()
    with writing(steward) as load:
        load.writing(20)
        assert steward.terminate() <= 5.0
    assert load.refused == [], "what was in flight was finished, and what came later found the door closed"
    with steward.start().api() as owner:
        load.check(owner)


def test_an_idle_connection_does_not_hold_up_the_stop(start_steward: StartSteward) -> None:
    steward = start_steward()
    with steward.api() as owner:
        assert owner.status() == 200
        assert steward.terminate() <= 5.0


def test_the_health_command(start_steward: StartSteward) -> None:
    steward = start_steward()
    assert steward.succeed("health") == "ok\n"
    steward.kill()
    after = steward.command("health")
    assert after.returncode == 1
    assert "does not answer" in after.stderr


def test_the_doctor(start_steward: StartSteward) -> None:
    steward = start_steward()
    report = steward.succeed("doctor")
    assert "FAIL" not in report
    assert re.search("^ok    .*database is whole", report, re.MULTILINE)
    assert re.search(f"^ok    .*{steward.listen}", report, re.MULTILINE)

    sick = steward.command("doctor", settings={"STEWARD__TELEMETRY__OTLP_ENDPOINT": "http://127.0.0.1:9"})
    assert sick.returncode == 1
    assert re.search("^FAIL  .*collector", sick.stdout, re.MULTILINE)


def test_the_configuration_commands(start_steward: StartSteward, tmp_path: Path) -> None:
    steward = start_steward()
    file = tmp_path / "steward.toml"
    file.write_text(steward.succeed("config", "default"))
    assert tomllib.loads(file.read_text()) is not None
    checked = steward.succeed("config", "check", "--config", file)
    assert steward.listen in checked
    assert steward.token not in checked, "a secret was printed"

    file.write_text('[http]\nlisten_on = "127.0.0.1:1"\n')
    wrong = steward.command("config", "check", "--config", file)
    assert wrong.returncode == 2
    assert "listen_on" in wrong.stderr and "`http.listen`" in wrong.stderr


def test_a_second_server_on_the_same_data_is_refused(start_steward: StartSteward) -> None:
    steward = start_steward()
    second = steward.command("serve", "--listen", "127.0.0.1:0")
    assert second.returncode == 4
    assert "another Steward" in second.stderr


def test_a_backup_under_load_is_restored(start_steward: StartSteward, tmp_path: Path) -> None:
    steward, copy = start_steward(), tmp_path / "copy.db"
    with steward.api() as owner, writing(steward) as load:
        load.writing(20)
        before = dict(load.acknowledged)
        steward.succeed("backup", copy)
        load.writing(5)
        forgotten = owner.made("/api/contacts", {"name": "Forgotten soon"})
    assert load.refused == [] and load.broken == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    late = load.acknowledged.keys() - before.keys()

    refused = steward.command("restore", copy)
    assert refused.returncode == 4, "a running server's data was replaced"
    steward.terminate()
    steward.succeed("restore", copy)
    with steward.start().api() as owner:
        stored = {contact["id"]: contact["name"] for contact in owner.all("/api/contacts")}
    assert before.items() <= stored.items()
    assert forgotten["id"] not in stored
    assert late - stored.keys(), "the copy is of one moment, and writing went on after it"


def test_a_backup_is_restored_elsewhere(start_steward: StartSteward, tmp_path: Path) -> None:
    steward, data, keys = start_steward(), tmp_path / "data.db", tmp_path / "keys.db"
    with writing(steward) as load:
        load.writing(20)
        before = dict(load.acknowledged)
        steward.succeed("backup", data, "--keys", keys)
    elsewhere = start_steward()
    elsewhere.terminate()
    shutil.rmtree(elsewhere.home)
    elsewhere.home.mkdir(mode=0o700)
    shutil.copy(steward.home / "master.key", elsewhere.home)
    shutil.copy(keys, elsewhere.home / "keys.db")
    elsewhere.succeed("restore", data)
    with elsewhere.start().api() as owner:
        stored = {contact["id"]: contact["name"] for contact in owner.all("/api/contacts")}
    assert before.items() <= stored.items()


def test_what_was_forgotten_stays_so_after_a_restore(start_steward: StartSteward, tmp_path: Path) -> None:
    steward, copy = start_steward(), tmp_path / "copy.db"
    with steward.api() as owner:
        contact = owner.made("/api/contacts", {"name": "Canary", "phone": "+14155550100"})
        steward.succeed("backup", copy)
        assert owner.post(f"/api/contacts/{contact['id']}/forget").status_code == 204
    steward.terminate()
    steward.succeed("restore", copy)
    with steward.start().api() as owner:
        restored = owner.get(f"/api/contacts/{contact['id']}").json()
        assert restored["forgotten"] is True and restored["name"] is None and restored["identifiers"] == []


def test_the_master_key_is_rotated_while_the_server_writes(start_steward: StartSteward) -> None:
    steward = start_steward()
    file = steward.home / "master.key"
    [old] = master_keys(file)
    with writing(steward) as load:
        for _ in range(3):
            load.writing(10)
            assert re.search("Wrapped [1-9][0-9]* data keys", steward.succeed("key", "rotate"))
        load.writing(10)
    assert load.refused == [] and load.broken == 0, load.refused[:3]
    [new] = master_keys(file)
    assert new != old
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with steward.api() as owner:
        load.check(owner)
    steward.kill()
    with steward.start().api() as owner:
        load.check(owner)
    assert "FAIL" not in steward.succeed("doctor")


def test_a_rotation_killed_at_its_start_leaves_the_server_writing(start_steward: StartSteward) -> None:
    steward = start_steward()
    file = steward.home / "master.key"
    # The server has not seen this rotation yet, and the next one dies between saving its key and announcing it.
    steward.succeed("key", "rotate")
    [current] = master_keys(file)
    fresh = steward.succeed("key", "new").strip()
    file.write_text(file.read_text().replace(current, f"{fresh}\n{current}"))
    with steward.api() as owner:
        written = owner.post("/api/contacts", json={"name": "Ada"})
        assert written.status_code == 201, written.text
        steward.succeed("key", "rotate")
        assert owner.get(f"/api/contacts/{written.json()['id']}").json()["name"] == "Ada"


def master_keys(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if not line.startswith("#")]


def test_logs_hold_ids_and_nothing_personal(start_steward: StartSteward) -> None:
    steward = start_steward()
    with steward.api() as owner:
        owner.made("/api/contacts", {"name": "Canary Name", "email": "canary@example.com", "phone": "+14155550199"})
        owner.get("/api/contacts", params={"query": "canary@example.com"})
        owner.post("/auth/sign-in", json={"email": "canary@example.com", "password": "canary-password"})
        owner.get("/canary/path", headers={"x-request-id": "known-id"})
    log = steward.log.read_text()
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert any(line.get("span", {}).get("request.id") == "known-id" for line in lines)
    for secret in ("anary Name", "canary@", "4155550199", "canary-password", "/canary", steward.token, "127.0.0.1"):
        assert not any(secret in json.dumps(line) for line in lines), f"the log holds {secret}"


def test_a_proxy_in_the_environment_is_not_asked(start_steward: StartSteward) -> None:
    steward = start_steward()
    done = steward.command("health", settings={"HTTP_PROXY": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"})
    assert done.returncode == 0, done.stderr
