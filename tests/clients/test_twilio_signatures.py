"""Twilio's own library signs webhooks, and the server behind a proxy tells right ones from wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode
from xml.etree import ElementTree

import httpx
import pytest
from conftest import StartSteward
from harness import free_port
from loopback import serving
from texting import ACCOUNT, SIGNATURE, SMS, TOKEN, Office, TextingModel, text_form
from twilio.request_validator import RequestValidator

# The proxy ends TLS and takes its own path away: nothing that the server sees by itself tells this address.
PUBLIC_URL = "https://texts.example.com/steward"
VALIDATOR = RequestValidator(TOKEN)
SETTINGS = "X-Twilio-Webhooks-Signature-Settings"
SAID = "Héllo & 100% + ☎ =yes"


class Repeated(dict):
    """A form with fields that are there more than once, as web frameworks hand it to Twilio's library."""

    def getall(self, name: str) -> list[str]:
        value = self[name]
        return value if isinstance(value, list) else [value]


@pytest.fixture
def office(start_steward: StartSteward) -> Iterator[Office]:
    # Nobody is at the carrier's address: what comes in must not wait for what goes out.
    with serving(TextingModel) as model:
        yield Office(start_steward, PUBLIC_URL, model, f"http://127.0.0.1:{free_port()}")


@pytest.mark.parametrize(
    ("address", "query"),
    [
        (PUBLIC_URL, ""),
        ("https://texts.example.com:443/steward", ""),
        (PUBLIC_URL, "?office=1&note=%20a%2Bb"),
    ],
)
def test_what_twilio_signs_is_taken_in_and_answered_with_silence(office: Office, address: str, query: str) -> None:
    form = Repeated(text_form(SAID), Tag=["b", "a", "a"])
    signature = VALIDATOR.compute_signature(address + SMS + query, form)
    for _ in range(2):
        answer = office.post(SMS + query, form, {SIGNATURE: signature})
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/xml")
        said = ElementTree.fromstring(answer.text)
        assert (said.tag, len(said), said.text) == ("Response", 0, None)
    assert office.heard() == [SAID]


def test_what_twilio_did_not_sign_is_refused(office: Office) -> None:
    form, url = text_form(SAID), PUBLIC_URL + SMS
    right = VALIDATOR.compute_signature(url, form)
    changed = {**form, "Body": "Send money"}
    without = {name: value for name, value in form.items() if name != "FromCity"}
    signed_by = RequestValidator("another token").compute_signature
    sha256 = VALIDATOR.compute_signature(url, form, "HMAC_SHA256")
    wrong = [
        (form, {}),
        (form, {SIGNATURE: ""}),
        (form, {SIGNATURE: "nonsense"}),
        (form, {SIGNATURE: signed_by(url, form)}),
        (changed, {SIGNATURE: right}),
        (without, {SIGNATURE: right}),
        ({**form, "Later": ""}, {SIGNATURE: right}),
        # Other addresses: that of the server itself, one in the clear, another webhook, another query.
        (form, {SIGNATURE: VALIDATOR.compute_signature(office.steward.url + SMS, form)}),
        (form, {SIGNATURE: VALIDATOR.compute_signature(url.replace("https", "http"), form)}),
        (form, {SIGNATURE: VALIDATOR.compute_signature(f"{PUBLIC_URL}/webhooks/twilio/status", form)}),
        (form, {SIGNATURE: VALIDATOR.compute_signature(f"{url}?office=1", form)}),
        # A key that is not set up, and a way that was not announced.
        (form, {SIGNATURE: sha256, SETTINGS: "key=webhooks_sharedkey_1,algorithm=HMAC_SHA256"}),
        (form, {SIGNATURE: right, SETTINGS: "key=webhooks_sharedkey_1,algorithm=HMAC_SHA1"}),
        (form, {SIGNATURE: sha256}),
    ]
    for sent, headers in wrong:
        answer = office.post(SMS, sent, headers)
        assert answer.status_code == 403, (sent, headers, answer.text)
    other = {**form, "AccountSid": ACCOUNT.replace("0", "1")}
    answer = office.post(SMS, other, {SIGNATURE: VALIDATOR.compute_signature(url, other)})
    assert answer.status_code == 403 and "another account" in answer.text, answer.text
    assert office.heard() == []
    assert office.post(SMS, form, {SIGNATURE: right}).status_code == 200


def test_a_key_for_sha_256_signs_beside_the_token(start_steward: StartSteward) -> None:
    secret = "a-secret-of-a-shared-key"
    keys = {
        "STEWARD__TWILIO__WEBHOOK_KEY_ID": "webhooks_sharedkey_1",
        "STEWARD__TWILIO__WEBHOOK_KEY_SECRET": secret,
    }
    with serving(TextingModel) as model:
        office = Office(start_steward, PUBLIC_URL, model, f"http://127.0.0.1:{free_port()}", **keys)
        form, url = text_form(SAID), PUBLIC_URL + SMS
        signature = RequestValidator(secret).compute_signature(url, form, "HMAC_SHA256")
        for key, status in (("webhooks_sharedkey_2", 403), ("webhooks_sharedkey_1", 200)):
            headers = {SIGNATURE: signature, SETTINGS: f"key={key},algorithm=HMAC_SHA256"}
            answer = office.post(SMS, form, headers)
            assert answer.status_code == status, answer.text
        by_token = VALIDATOR.compute_signature(url, form, "HMAC_SHA256")
        settings = "key=webhooks_sharedkey_1,algorithm=HMAC_SHA256"
        assert office.post(SMS, form, {SIGNATURE: by_token, SETTINGS: settings}).status_code == 403
        later = text_form("And again", 2)
        classic = {SIGNATURE: VALIDATOR.compute_signature(url, later)}
        assert office.post(SMS, later, classic).status_code == 200
        assert sorted(office.heard()) == sorted([SAID, "And again"])


def test_a_text_is_not_taken_in_by_get(office: Office) -> None:
    query = f"{SMS}?{urlencode(text_form(SAID))}"
    signature = VALIDATOR.compute_signature(PUBLIC_URL + query, {})
    answer = httpx.get(office.steward.url + query, headers={SIGNATURE: signature}, trust_env=False)
    assert answer.status_code == 405, answer.text
    assert office.heard() == []
