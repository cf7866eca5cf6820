"""A team that is texted: a server with Twilio set up, a line, and an agent on it that answers by itself."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import httpx
from conftest import StartSteward
from harness import Steward, wait_for
from scripted_model import ScriptedModel
from twilio.request_validator import RequestValidator

ACCOUNT = "AC00000000000000000000000000000000"
TOKEN = "a-token-of-an-account"
OURS = "+14155550111"
ANA = "+14155550177"
ANSWER = "Yes, it is free: come by at 5 & bring a “friend” ☎"
SMS = "/webhooks/twilio/sms"
SIGNATURE = "X-Twilio-Signature"


class TextingModel(ScriptedModel):
    """Answers whoever writes."""

    def answer(self, body: dict) -> tuple[list[dict], str]:
        calls = [{"name": "send_sms", "args": {"text": ANSWER}}, {"name": "done", "args": {}}]
        return [{"content": json.dumps({"messages": [], "tool_calls": calls})}], "stop"


class Office:
    """A server that is texted at its public address."""

    def __init__(self, start: StartSteward, public_url: str, model: str, carrier: str, **settings: str) -> None:
        self.public_url = public_url
        self.steward: Steward = start(
            STEWARD_MODEL=f"{model}/v1#scripted",
            STEWARD__HTTP__PUBLIC_URL=public_url,
            TWILIO_ACCOUNT_SID=ACCOUNT,
            TWILIO_AUTH_TOKEN=TOKEN,
            STEWARD__TWILIO__BASE_URL=carrier,
            **settings,
        )
        self.api = self.steward.api()
        desk = {"name": "Front desk", "tools": ["send_sms"]}
        agent = self.api.made("/api/agents", desk)
        change = {**desk, "revision": agent["revision"], "send_mode": "autonomous"}
        changed = self.api.put(f"/api/agents/{agent['id']}", json=change)
        assert changed.status_code == 200, changed.text
        line = {"kind": "phone", "address": OURS, "label": "Front", "agent_id": agent["id"]}
        self.api.made("/api/lines", line)

    def text(self, said: str, number: int = 1) -> None:
        """Somebody texts the line, and Twilio says so."""
        form = text_form(said, number)
        signature = RequestValidator(TOKEN).compute_signature(self.public_url + SMS, form)
        answer = self.post(SMS, form, {SIGNATURE: signature})
        assert answer.status_code == 200, answer.text

    def post(self, path: str, form: dict, headers: dict[str, str]) -> httpx.Response:
        """A webhook as it comes out of the proxy: nothing of the public address is left but its path."""
        body = urlencode(form, doseq=True)
        kind = {"content-type": "application/x-www-form-urlencoded"}
        return httpx.post(f"{self.steward.url}{path}", content=body, headers=headers | kind, trust_env=False)

    def heard(self) -> list[str]:
        """What contacts wrote, by the inbox."""
        said = []
        for thread in self.api.all("/api/inbox"):
            messages = self.api.all(f"/api/inbox/{thread['thread_id']}/messages")
            said += [message["text"] for message in messages if message["direction"] == "in"]
        return said

    def effect(self, state: str) -> dict:
        """The one message that leaves, once it stands there."""

        def there() -> dict | None:
            effects = self.api.all("/api/effects")
            assert len(effects) < 2, effects
            return next((effect for effect in effects if effect["state"] == state), None)

        return wait_for(f"a message that is {state}", there)


def text_form(said: str, number: int = 1) -> dict[str, str]:
    """A text as Twilio tells of it, with fields nobody reads and fields without a value."""
    sid = f"SM{number:032x}"
    return {
        "ToCountry": "US",
        "SmsMessageSid": sid,
        "NumMedia": "0",
        "FromCity": "",
        "Body": said,
        "To": OURS,
        "MessageSid": sid,
        "AccountSid": ACCOUNT,
        "From": ANA,
        "ApiVersion": "2010-04-01",
        "SomethingNew": "a=b&c%20d + é",
    }
