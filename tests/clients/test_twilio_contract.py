"""What leaves, judged by the contract that Twilio publishes, which Prism serves in Twilio's place.

The contract comes with the command line that Twilio publishes at npm (Apache 2.0); it is fetched, not kept here.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from conftest import StartSteward
from harness import PATIENCE, wait_for
from loopback import serving
from npm import installed, packed
from relay import Relay, relaying
from texting import ACCOUNT, ANA, ANSWER, OURS, SIGNATURE, TOKEN, Office, TextingModel
from twilio.request_validator import RequestValidator

PRISM = "@stoplight/prism-cli@5.16.0"
PUBLISHED = "@twilio/cli-core@9.0.0"
CONTRACT = "package/src/services/twilio-api/twilio_api_v2010.json"
MESSAGES = "/2010-04-01/Accounts/{AccountSid}/Messages.json"
PATH = MESSAGES.format(AccountSid=ACCOUNT)
# The message of the contract's example is the answer to every send.
EXAMPLE = "SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
PUBLIC_URL = "https://texts.example.com/steward"


def contract_of_messages() -> dict:
    """What Twilio promises about sending and listing messages."""
    with tarfile.open(packed(PUBLISHED)) as archive:
        file = archive.extractfile(CONTRACT)
        assert file is not None
        contract = json.load(file)
    # Prism takes long to read what is about everything else.
    contract["paths"] = {MESSAGES: contract["paths"][MESSAGES]}
    return contract


@pytest.fixture(scope="module")
def prism(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where Prism listens."""
    folder = tmp_path_factory.mktemp("prism")
    (folder / "messages.json").write_text(json.dumps(contract_of_messages()))
    program = installed("prism", PRISM) / "@stoplight" / "prism-cli" / "dist" / "index.js"
    output = folder / "output.log"
    with output.open("wb") as log:
        command = ["node", program, "mock", "--host", "127.0.0.1", "--port", "0", folder / "messages.json"]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        yield wait_for("Prism", lambda: announced(process, output))
    finally:
        process.kill()
        process.wait(PATIENCE)


def announced(process: subprocess.Popen[bytes], output: Path) -> str | None:
    said = output.read_text()
    assert process.poll() is None, said
    _, _, address = said.partition("Prism is listening on ")
    return address.split()[0] if "\n" in address else None


@pytest.fixture
def carrier(prism: str) -> Iterator[Relay]:
    with relaying() as relay:
        relay.target = prism
        yield relay


@pytest.fixture
def office(start_steward: StartSteward, carrier: Relay) -> Iterator[Office]:
    with serving(TextingModel) as model:
        yield Office(start_steward, PUBLIC_URL, model, carrier.url)


def test_an_answer_leaves_as_the_contract_says(office: Office, carrier: Relay) -> None:
    office.text("Is it free?")
    effect = office.effect("sent")
    assert effect["provider_ref"] == EXAMPLE
    [sent] = carrier.passed
    # Neither Twilio nor Prism objects to a name that is spelt wrong.
    [form] = contract_of_messages()["paths"][MESSAGES]["post"]["requestBody"]["content"].values()
    assert sent.form.keys() <= form["schema"]["properties"].keys()
    assert (sent.method, sent.path, sent.status) == ("POST", PATH, 201)
    callback = f"{PUBLIC_URL}/webhooks/twilio/status?effect={effect['id']}"
    assert sent.form == {"To": ANA, "From": OURS, "Body": ANSWER, "StatusCallback": callback}


def test_twilio_reports_to_the_address_that_it_was_given(office: Office, carrier: Relay) -> None:
    office.text("Is it free?")
    office.effect("sent")
    [sent] = carrier.passed
    address = sent.form["StatusCallback"]
    report = {"MessageSid": EXAMPLE, "AccountSid": ACCOUNT, "MessageStatus": "delivered", "To": ANA, "From": OURS}
    signature = RequestValidator(TOKEN).compute_signature(address, report)
    path = address.removeprefix(PUBLIC_URL)
    assert office.post(path, {**report, "MessageStatus": "failed"}, {SIGNATURE: signature}).status_code == 403
    assert office.effect("sent")["provider_ref"] == EXAMPLE
    answer = office.post(path, report, {SIGNATURE: signature})
    assert answer.status_code == 200, answer.text
    office.effect("delivered")


@pytest.mark.parametrize(
    ("form", "auth", "status"),
    [
        ({"To": ANA, "From": OURS, "Body": ANSWER}, (ACCOUNT, TOKEN), 201),
        ({"From": OURS, "Body": ANSWER}, (ACCOUNT, TOKEN), 422),
        ({"To": ANA, "From": OURS, "Body": ANSWER, "StatusCallback": "nowhere"}, (ACCOUNT, TOKEN), 422),
        ({"To": ANA, "From": OURS, "Body": ANSWER}, None, 401),
    ],
)
def test_the_contract_is_held_against_what_is_sent(
    carrier: Relay, form: dict[str, str], auth: tuple[str, str] | None, status: int
) -> None:
    answer = httpx.post(carrier.url + PATH, data=form, auth=auth, trust_env=False, timeout=PATIENCE)
    assert answer.status_code == status, answer.text
