"""Emails to members, taken by a mail server that is not ours, over connections that are encrypted in either way."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword
from conftest import StartSteward
from harness import Api, Steward, free_port, wait_for

USER, PASSWORD = "steward@example.com", "a password of twenty letters"
TO = "ana@example.com"


class Post:
    """What a mail server was given."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []

    async def handle_DATA(self, server, _session, envelope: Envelope) -> str:
        assert server.transport.get_extra_info("sslcontext"), "it came in the clear"
        self.envelopes.append(envelope)
        return "250 taken"


def knows(_server, _session, _envelope, _mechanism, told: LoginPassword) -> AuthResult:
    """Whether whoever signs in is who we know."""
    return AuthResult(success=(told.login, told.password) == (USER.encode(), PASSWORD.encode()))


@contextmanager
def mail_server(security: str, context: ssl.SSLContext) -> Iterator[tuple[int, Post]]:
    """A mail server on this machine that takes nothing in the clear and nothing from strangers."""
    post, port = Post(), free_port()
    encrypted = {"tls": {"ssl_context": context}, "starttls": {"tls_context": context, "require_starttls": True}}
    # One that is encrypted from the start does not know that it is, and would have nobody sign in.
    known = {"authenticator": knows, "auth_required": True, "auth_require_tls": security == "starttls"}
    server = Controller(post, hostname="127.0.0.1", port=port, **encrypted[security], **known)
    server.start()
    try:
        yield port, post
    finally:
        server.stop()


def certified(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A certificate of this machine's name, and the file of whoever signed it."""
    authority = trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    signed_by = folder / "authority.pem"
    authority.cert_pem.write_to_path(signed_by)
    return context, signed_by


def mailing(start: StartSteward, port: int, security: str, trusts: Path) -> Steward:
    """A server that mails its owner, and a line that a phone on the screen texts."""
    steward = start(
        SSL_CERT_FILE=str(trusts),
        STEWARD__MAIL__SERVER="localhost",
        STEWARD__MAIL__PORT=str(port),
        STEWARD__MAIL__SECURITY=security,
        STEWARD__MAIL__USER=USER,
        STEWARD__MAIL__PASSWORD=PASSWORD,
        STEWARD__MAIL__FROM="Büro <steward@example.com>",
        STEWARD__SENDING__PHONE_ON_SCREEN="true",
    )
    owner = steward.api()
    me = owner.get("/v1/me").json()["member"]["id"]
    owner.made(f"/api/members/{me}/identifiers", {"kind": "email", "value": TO})
    assert owner.patch("/api/me", json={"mail_escalations": True}).status_code == 200
    line = {"kind": "phone", "address": "+14155550111", "label": "Front", "provider": "loopback"}
    line = owner.made("/api/lines", line)
    text = {"number": "+14155550177", "text": "I smell gas in the hallway", "client_id": "one"}
    assert owner.post(f"/api/phone/{line['id']}/messages", json=text).status_code == 204
    return steward


def job(owner: Api, state: str) -> dict:
    """The one job of an email, once it is in this state."""

    def there() -> dict | None:
        jobs = [job for job in owner.all("/api/jobs") if job["kind"] == "mail_notice"]
        assert len(jobs) < 2, jobs
        return next((job for job in jobs if job["state"] == state), None)

    return wait_for(f"an email that is {state}", there)


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_an_emergency_is_mailed_encrypted_and_says_nothing_of_it(
    start_steward: StartSteward, tmp_path: Path, security: str
) -> None:
    context, authority = certified(tmp_path)
    with mail_server(security, context) as (port, post):
        steward = mailing(start_steward, port, security, authority)
        job(steward.api(), "done")
        (envelope,) = post.envelopes
        assert envelope.rcpt_tos == [TO]
        mail = message_from_bytes(envelope.content, policy=default)
        assert mail["from"] == "Büro <steward@example.com>" and mail["to"] == TO
        assert "emergency" in mail["subject"]
        said = mail.get_body().get_content()
        assert f"{steward.url}/inbox/" in said
        assert "gas" not in envelope.content.decode() and "+14155550177" not in envelope.content.decode()


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_mail_server_that_nobody_vouches_for_is_told_nothing(
    start_steward: StartSteward, tmp_path: Path, security: str
) -> None:
    context, _ = certified(tmp_path)
    _, stranger = certified(tmp_path)
    with mail_server(security, context) as (port, post):
        steward = mailing(start_steward, port, security, stranger)
        owner = steward.api()
        tried = wait_for("a try", lambda: next((one for one in [job(owner, "queued")] if one["error"]), None))
        assert "certificate" in tried["error"], tried
        assert post.envelopes == []
