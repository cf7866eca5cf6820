"""Tokens signed by PyJWT for a provider on loopback: the right ones sign in, forged ones do not."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from harness import Steward
from loopback import serving

AUDIENCE = "steward-tests"
EMAIL = "ada@example.com"


class Provider:
    """An OpenID Connect provider: two keys that it publishes, and one that it does not."""

    def __init__(self) -> None:
        self.rsa = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.ec = ec.generate_private_key(ec.SECP256R1())
        self.unpublished = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.issuer = ""
        self.fetched: list[str] = []

    def documents(self) -> dict[str, dict]:
        rsa_jwk = jwt.algorithms.RSAAlgorithm.to_jwk(self.rsa.public_key(), as_dict=True)
        ec_jwk = jwt.algorithms.ECAlgorithm.to_jwk(self.ec.public_key(), as_dict=True)
        keys = [rsa_jwk | {"kid": "rsa", "use": "sig", "alg": "RS256"}, ec_jwk | {"kid": "ec", "use": "sig"}]
        return {
            "/.well-known/openid-configuration": {"issuer": self.issuer, "jwks_uri": f"{self.issuer}/keys"},
            "/keys": {"keys": keys},
        }

    def claims(self, **changes: object) -> dict:
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": AUDIENCE,
            "sub": "1",
            "iat": now,
            "exp": now + 300,
            "email": EMAIL,
            "email_verified": True,
        } | changes
        return {name: value for name, value in claims.items() if value is not None}

    def rs256(self, **changes: object) -> str:
        return jwt.encode(self.claims(**changes), self.rsa, "RS256", {"kid": "rsa"})

    def es256(self, **changes: object) -> str:
        return jwt.encode(self.claims(**changes), self.ec, "ES256", {"kid": "ec"})


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            document = provider.documents().get(self.path)
            provider.fetched.append(self.path)
            body = json.dumps(document).encode()
            self.send_response(200 if document else 404)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with serving(Handler) as provider.issuer:
        yield provider


@pytest.fixture(scope="module")
def steward(provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Steward]:
    settings = {
        "STEWARD__AUTH__OIDC__ISSUER": provider.issuer,
        "STEWARD__AUTH__OIDC__AUDIENCE": AUDIENCE,
        "STEWARD__AUTH__OIDC__ALLOWED_EMAIL_DOMAINS": "example.com",
    }
    steward = Steward(tmp_path_factory.mktemp("steward"), settings)
    try:
        with steward.start().api() as owner:
            owner.made("/api/members", {"name": "Ada", "role": "member", "email": EMAIL})
        yield steward
    finally:
        steward.kill()


@pytest.mark.parametrize("algorithm", ["rs256", "es256"])
def test_a_token_of_the_provider_signs_in(steward: Steward, provider: Provider, algorithm: str) -> None:
    token = getattr(provider, algorithm)()
    with steward.api(token) as ada:
        me = ada.get("/v1/me")
        assert me.status_code == 200, me.text
        assert me.json()["via"] == "oidc"
        assert me.json()["member"]["email"] == EMAIL
        made = ada.post("/api/contacts", json={"name": "A contact"})
        assert made.status_code == 201, "a bearer token needs no CSRF token"


def test_one_of_several_audiences_is_enough(steward: Steward, provider: Provider) -> None:
    with steward.api(provider.rs256(aud=["another", AUDIENCE])) as ada:
        assert ada.status() == 200


def test_the_keys_are_fetched_once_for_many_requests(steward: Steward, provider: Provider) -> None:
    with steward.api(provider.rs256()) as ada:
        assert {ada.status() for _ in range(20)} == {200}
    # Forged key ids do not fetch either: a stranger could make the server ask the provider without end.
    with steward.api(jwt.encode(provider.claims(), provider.rsa, "RS256", {"kid": "invented"})) as stranger:
        assert {stranger.status() for _ in range(20)} == {401}
    assert provider.fetched.count("/keys") <= 2


def forged(provider: Provider) -> dict[str, str]:
    """Tokens that a provider would not have made, or not for Steward."""
    now = int(time.time())
    good = provider.rs256()
    return {
        "alg none": jwt.encode(provider.claims(), None, "none", {"kid": "rsa"}),
        "HS256 with the public key, PEM": confused(provider, serialization.Encoding.PEM),
        "HS256 with the public key, DER": confused(provider, serialization.Encoding.DER),
        "a key that is not published": jwt.encode(provider.claims(), provider.unpublished, "RS256", {"kid": "rsa"}),
        "the other key's id": jwt.encode(provider.claims(), provider.rsa, "RS256", {"kid": "ec"}),
        "no key id": jwt.encode(provider.claims(), provider.rsa, "RS256"),
        "RS384 with the RS256 key": jwt.encode(provider.claims(), provider.rsa, "RS384", {"kid": "rsa"}),
        "PS256 with the RS256 key": jwt.encode(provider.claims(), provider.rsa, "PS256", {"kid": "rsa"}),
        "other claims under a good signature": spliced(good, provider.claims(email="eve@example.com")),
        "no signature": good.rpartition(".")[0] + ".",
        "another audience": provider.rs256(aud="another"),
        "no audience": provider.rs256(aud=None),
        "another issuer": provider.rs256(iss="https://evil.example"),
        "no issuer": provider.rs256(iss=None),
        "expired": provider.rs256(exp=now - 3600, iat=now - 7200),
        "never expires": provider.rs256(exp=None),
        "expires in ten years": provider.rs256(exp=now + 315_360_000),
        "not valid yet": provider.rs256(nbf=now + 3600),
        "no email": provider.rs256(email=None),
        "an unverified email": provider.rs256(email_verified=False),
        "a foreign domain": provider.rs256(email="ada@evil.example"),
        "a domain that only ends alike": provider.rs256(email="ada@notexample.com"),
        "nobody of this organisation": provider.rs256(email="nobody@example.com"),
    }


def test_every_other_token_is_refused_alike(steward: Steward, provider: Provider) -> None:
    answers = {}
    for why, token in forged(provider).items():
        with steward.api(token) as stranger:
            answer = stranger.get("/v1/me")
            assert answer.status_code == 401, f"{why}: {answer.status_code} {answer.text}"
            answers[why] = answer.text
    assert len(set(answers.values())) == 1, "an answer tells what is wrong with a token"


def test_without_a_verifiable_provider_nobody_comes_in(provider: Provider, start_steward) -> None:
    steward = start_steward(
        STEWARD__AUTH__OIDC__ISSUER="http://127.0.0.1:9",
        STEWARD__AUTH__OIDC__AUDIENCE=AUDIENCE,
        STEWARD__AUTH__OIDC__ALLOWED_EMAIL_DOMAINS="example.com",
    )
    with steward.api(provider.rs256()) as ada, steward.api() as owner:
        assert ada.status() == 503
        assert owner.status() == 200, "the provider's absence is no reason to refuse an API key"


def confused(provider: Provider, encoding: serialization.Encoding) -> str:
    """Signed with what everybody knows. PyJWT refuses to make such a token, so it is put together by hand."""
    secret = provider.rsa.public_key().public_bytes(encoding, serialization.PublicFormat.SubjectPublicKeyInfo)
    signed = f"{encoded({'alg': 'HS256', 'typ': 'JWT', 'kid': 'rsa'})}.{encoded(provider.claims())}"
    signature = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def spliced(token: str, claims: dict) -> str:
    header, _, signature = token.split(".")
    return f"{header}.{encoded(claims)}.{signature}"


def encoded(part: dict) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
