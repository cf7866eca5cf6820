"""A browser's way through a session, step by step, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlsplit

import pytest
from harness import Api, Steward


@pytest.fixture(scope="module")
def steward(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Steward]:
    """The tests below sign in more often than one address may by default."""
    steward = Steward(tmp_path_factory.mktemp("steward"), {"STEWARD__HTTP__SIGN_IN_ATTEMPTS_PER_MINUTE": "1000"})
    try:
        yield steward.start()
    finally:
        steward.kill()


@pytest.fixture
def url(steward: Steward) -> str:
    return steward.url


@pytest.fixture
def owner(steward: Steward) -> Iterator[Api]:
    with steward.api() as api:
        yield api


@pytest.fixture
def member(owner: Api) -> Iterator[dict]:
    """A member for this test alone."""
    made = owner.made("/api/members", {"name": "Ada", "role": "member"})
    yield made
    owner.delete(f"/api/members/{made['id']}")


@pytest.fixture
def link(owner: Api, url: str, member: dict) -> str:
    """The token of a link that signs the member in."""
    made = owner.made(f"/api/members/{member['id']}/sign-in-link")
    assert made["url"].startswith(url), "the link leads to this server"
    [token] = parse_qs(urlsplit(made["url"]).query)["token"]
    return token


def test_from_link_to_sign_out(url: str, link: str, member: dict) -> None:
    with Api(url) as browser:
        assert browser.status("/v1/me") == 401

        signed_in = browser.post("/auth/link", json={"token": link})
        assert signed_in.status_code == 200, signed_in.text
        [cookie] = SimpleCookie(signed_in.headers["set-cookie"]).values()
        assert (cookie.key, cookie["path"], cookie["samesite"]) == ("steward_session", "/", "Lax")
        assert cookie["httponly"] is True
        assert 0 < int(cookie["max-age"]) <= 366 * 86_400
        session = browser.cookies["steward_session"]

        me = browser.get("/v1/me").json()
        assert me["via"] == "session"
        assert me["member"]["id"] == member["id"]
        csrf = {"x-csrf-token": me["csrf_token"]}
        assert me["csrf_token"] == signed_in.json()["csrf_token"]

        renamed = browser.patch("/api/me", json={"name": "Ada L."}, headers=csrf)
        assert renamed.status_code == 200, renamed.text
        assert browser.get("/v1/me").json()["member"]["name"] == "Ada L."

        assert browser.post("/auth/sign-out", headers=csrf).status_code == 204
        assert "steward_session" not in browser.cookies, "the answer took the cookie away"

    with Api(url) as thief:
        thief.cookies["steward_session"] = session
        assert thief.status("/v1/me") == 401, "a copied cookie outlived the session"


def test_a_link_works_once(url: str, link: str) -> None:
    with Api(url) as first, Api(url) as second:
        assert first.post("/auth/link", json={"token": link}).status_code == 200
        refused = second.post("/auth/link", json={"token": link})
        assert refused.status_code == 401
        assert refused.json()["error"]["code"] == "invalid_link"
        assert "set-cookie" not in refused.headers


@pytest.mark.parametrize(
    ("forged", "headers"),
    [
        ("without a token", {}),
        ("with a wrong token", {"x-csrf-token": "AAAA"}),
        ("from another site", {"x-csrf-token": "right", "origin": "https://evil.example"}),
        ("from nowhere", {"x-csrf-token": "right", "origin": "null"}),
    ],
)
def test_a_foreign_page_changes_nothing(url: str, link: str, member: dict, forged: str, headers: dict) -> None:
    with Api(url) as browser:
        csrf = browser.post("/auth/link", json={"token": link}).json()["csrf_token"]
        headers = {name: csrf if value == "right" else value for name, value in headers.items()}
        for attempt in (
            browser.patch("/api/me", json={"name": "Mallory"}, headers=headers),
            browser.post("/auth/sign-out", headers=headers),
        ):
            assert attempt.status_code == 403, forged
        assert browser.get("/v1/me").json()["member"]["name"] == member["name"]
        own = browser.patch("/api/me", json={"name": "Ada"}, headers={"x-csrf-token": csrf, "origin": url})
        assert own.status_code == 200, "the server's own page is not foreign"


def test_a_password_signs_in_and_a_new_one_ends_other_sessions(url: str, owner: Api, link: str, member: dict) -> None:
    email = f"{member['id']}@example.com"
    owner.made(f"/api/members/{member['id']}/identifiers", {"kind": "email", "value": email})
    first, second = "correct horse battery", "staple correct horse"
    with Api(url) as browser, Api(url) as other:
        csrf = browser.post("/auth/link", json={"token": link}).json()["csrf_token"]
        put = browser.put("/api/me/password", json={"new_password": first}, headers={"x-csrf-token": csrf})
        assert put.status_code == 204, put.text

        assert other.post("/auth/sign-in", json={"email": email, "password": second}).status_code == 401
        signed_in = other.post("/auth/sign-in", json={"email": email, "password": first})
        assert signed_in.status_code == 200, signed_in.text

        change = {"current_password": first, "new_password": second}
        put = browser.put("/api/me/password", json=change, headers={"x-csrf-token": csrf})
        assert put.status_code == 204, put.text
        assert browser.status("/v1/me") == 200
        assert other.status("/v1/me") == 401, "a session from before the new password goes on"
