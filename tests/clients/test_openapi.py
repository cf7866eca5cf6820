"""The API keeps the promises of its own description."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import StartSteward
from harness import SOAK, Api, Steward
from openapi_spec_validator import OpenAPIV31SpecValidator

HERE = Path(__file__).parent
# Seconds. A run that hangs must not hold up everybody else.
LONGEST = 3600 if SOAK else 900
EXAMPLES = 500 if SOAK else 20
EACH = 24

# Schemathesis counts each caller's requests in the hundreds per second, and here it is the only one.
WIDE_LIMITS = {
    "STEWARD__HTTP__WRITES_PER_SECOND": "100000",
    "STEWARD__HTTP__SIGN_IN_ATTEMPTS_PER_MINUTE": "100000",
}


@pytest.fixture
def steward(start_steward: StartSteward) -> Steward:
    """A server that may be ruined."""
    return start_steward(**WIDE_LIMITS)


def test_the_description_is_valid_openapi_3_1(url: str) -> None:
    with Api(url) as anyone:
        document = anyone.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1.")
    problems = [f"{list(error.path)}: {error.message}" for error in OpenAPIV31SpecValidator(document).iter_errors()]
    assert problems == []


def test_every_operation_says_who_may_call_it_and_how_it_fails(url: str) -> None:
    with Api(url) as anyone:
        document = anyone.get("/openapi.json").json()
    public = set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            # The answers of these two depend on nothing that could fail.
            if path not in ("/health", "/metrics"):
                assert {"4XX", "5XX"} <= operation["responses"].keys(), f"{method} {path}"
            if not operation.get("security"):
                public.add(path)
    assert public == {
        *("/health", "/ready", "/metrics", "/auth/sign-in", "/auth/link"),
        # Carriers prove themselves by their signature.
        *("/webhooks/quo", "/webhooks/twilio/sms", "/webhooks/twilio/status"),
    }


def test_schemathesis_with_an_api_key(steward: Steward) -> None:
    with steward.api() as first:
        known = seed(first)
        second = first.made("/api/members", {"name": "Second owner", "role": "owner", "email": "second@example.com"})
        link = first.made(f"/api/members/{second['id']}/sign-in-link")
    with Api(steward.url) as browser:
        csrf = sign_in(browser, link["url"])
        everything = {"name": "schemathesis", "scopes": ["read", "write", "admin"]}
        made = browser.post("/api/keys", json=everything, headers={"x-csrf-token": csrf}).json()
    own = [second["id"], made["key"]["id"]]
    run_schemathesis(steward, {"bearer": {"bearer": made["token"]}}, known, own)
    with steward.api(made["token"]) as caller:
        assert caller.status() == 200, "the run locked itself out, so it proved less than it seems"


def test_schemathesis_with_a_session(steward: Steward) -> None:
    with steward.api() as first, Api(steward.url) as browser:
        me = first.get("/v1/me").json()["member"]["id"]
        csrf = sign_in(browser, first.made(f"/api/members/{me}/sign-in-link")["url"])
        session = {"session": {"api_key": browser.cookies["steward_session"]}}
        # Holds what an API key may not do; all else is the same handlers as above.
        run_schemathesis(steward, session, {}, [], "--include-tag", "me", "--header", f"x-csrf-token: {csrf}")
        assert browser.get("/v1/me").status_code == 200, "the run signed itself out"


def sign_in(browser: Api, link: str) -> str:
    """Signs in with a link and tells the CSRF token."""
    answer = browser.post("/auth/link", json={"token": link.rpartition("=")[2]})
    assert answer.status_code == 200, answer.text
    return answer.json()["csrf_token"]


def seed(api: Api) -> dict[str, list[dict[str, str]]]:
    """Things to be read, changed and deleted."""
    known: dict[str, list[dict[str, str]]] = {}

    def note(**ids: str) -> None:
        known.setdefault(",".join(sorted(ids)), []).append(ids)

    for n in range(EACH):
        for kind in ("member", "contact"):
            body = {"name": f"{kind} {n}", "email": f"{kind}{n}@example.com"}
            made = api.made(f"/api/{kind}s", body | ({"role": "member"} if kind == "member" else {}))
            note(**{f"{kind}_id": made["id"]})
            note(**{f"{kind}_id": made["id"], "identifier_id": made["identifiers"][0]["id"]})
        note(line_id=api.made("/api/lines", {"kind": "phone", "address": f"+1415555{n:04}", "label": "Line"})["id"])
        note(key_id=api.made("/api/keys", {"name": "key", "scopes": ["read"]})["key"]["id"])
        agent = api.made("/api/agents", {"name": f"Agent {n}"})["id"]
        note(agent_id=agent)
        schedule = {"agent_id": agent, "name": "Daily", "cron": "0 9 * * *", "text": "Say good morning."}
        note(schedule_id=api.made("/api/schedules", schedule)["id"])
        asked = {"agent_id": agent, "text": "Hello", "script": ["Good morning."]}
        turn = api.post("/api/turns/debug", json=asked, headers={"accept": "application/json"}).json()
        note(turn_id=turn["turn"]["id"])
        note(thread_id=turn["turn"]["thread_id"])
    return known


def run_schemathesis(steward: Steward, auth: dict, known: dict, own: list[str], *options: str) -> None:
    """Runs every check; `auth` is what Schemathesis shows for a security scheme, and leaves out to see what happens."""
    settings = steward.folder / "schemathesis.toml"
    [(scheme, secret)] = auth.items()
    [(kind, value)] = secret.items()
    settings.write_text(f'{(HERE / "schemathesis.toml").read_text()}\n[auth.openapi.{scheme}]\n{kind} = "{value}"\n')
    command: list[str | Path] = [
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", settings),
        *("run", f"{steward.url}/openapi.json", "--checks", "all", "--max-examples", str(EXAMPLES)),
        *("--no-color", "--request-timeout", "30", *options),
    ]
    environment = os.environ | {
        "SCHEMATHESIS_HOOKS": "schemathesis_hooks",
        "PYTHONPATH": str(HERE),
        "CLIENTS_KNOWN": json.dumps(known),
        "CLIENTS_OWN": json.dumps(own),
    }
    done = subprocess.run(
        command, env=environment, cwd=steward.folder, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    # A generated body can be longer than all the rest of the report.
    report = "\n".join(line[:500] for line in (done.stdout + done.stderr).splitlines())
    assert done.returncode == 0, report[-20_000:]
