"""What leaves the server about its own work: read by the parsers of those who receive it."""

from __future__ import annotations

import gzip
import secrets
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest
from conftest import StartSteward
from harness import Api, Steward
from loopback import serving
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from prometheus_client.parser import text_string_to_metric_families


class Collector:
    """An OpenTelemetry collector that keeps what it receives."""

    def __init__(self) -> None:
        self.url = ""
        self.lock = threading.Lock()
        self.bodies: list[bytes] = []
        self.requests: list[tuple[str, str, ExportTraceServiceRequest]] = []

    def receive(self, path: str, kind: str, body: bytes) -> None:
        with self.lock:
            self.bodies.append(body)
            self.requests.append((path, kind, ExportTraceServiceRequest.FromString(body)))

    def spans(self) -> list[Span]:
        with self.lock:
            received = [request for _, _, request in self.requests]
        return [
            span
            for request in received
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            collector.receive(self.path, self.headers["content-type"], body)
            self.send_response(200)
            self.send_header("content-type", "application/x-protobuf")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with serving(Handler) as collector.url:
        yield collector


@pytest.fixture
def traced(collector: Collector, start_steward: StartSteward) -> Steward:
    return start_steward(
        STEWARD__TELEMETRY__OTLP_ENDPOINT=collector.url, STEWARD__TELEMETRY__SERVICE_NAME="steward-under-test"
    )


def attributes(span: Span) -> dict[str, object]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes}


def test_spans_tell_what_was_asked_and_nothing_personal(traced: Steward, collector: Collector) -> None:
    name, email = f"canary{secrets.token_hex(8)}", f"canary{secrets.token_hex(8)}@example.com"
    parent_trace, parent_span = secrets.token_hex(16), secrets.token_hex(8)
    with traced.api() as owner:
        owner.headers["user-agent"] = "canary-agent"
        made = owner.made("/api/contacts", {"name": name, "email": email})
        owner.get("/api/contacts", params={"query": email})
        owner.get(f"/api/contacts/{made['id']}", headers={"traceparent": f"00-{parent_trace}-{parent_span}-01"})
        owner.get(f"/nowhere/{name}")
    traced.terminate()

    spans = {span.name: span for span in collector.spans()}
    assert {"POST /api/contacts", "GET /api/contacts", "GET /api/contacts/{contact_id}"} <= spans.keys()
    for span in spans.values():
        assert span.kind == Span.SPAN_KIND_SERVER
        assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano
        assert len(span.trace_id) == 16 and len(span.span_id) == 8
    post = attributes(spans["POST /api/contacts"])
    assert post["http.request.method"] == "POST"
    assert post["http.route"] == "/api/contacts"
    assert post["http.response.status_code"] == 201

    continued = spans["GET /api/contacts/{contact_id}"]
    assert (continued.trace_id.hex(), continued.parent_span_id.hex()) == (parent_trace, parent_span)

    everything = b"".join(collector.bodies)
    for secret in (name, email, "canary-agent", traced.token, "127.0.0.1", made["id"]):
        assert secret.encode() not in everything, f"a trace holds {secret}"


def test_the_export_is_otlp_over_http_and_names_the_service(traced: Steward, collector: Collector) -> None:
    with traced.api() as owner:
        owner.status()
    traced.terminate()
    assert collector.requests, "nothing was exported before the end"
    for path, kind, request in collector.requests:
        assert (path, kind) == ("/v1/traces", "application/x-protobuf")
        for resource in request.resource_spans:
            told = {each.key: each.value.string_value for each in resource.resource.attributes}
            assert told["service.name"] == "steward-under-test"
            assert told["service.version"]


def test_a_collector_that_is_gone_changes_nothing(start_steward: StartSteward) -> None:
    steward = start_steward(STEWARD__TELEMETRY__OTLP_ENDPOINT="http://127.0.0.1:9")
    with steward.api() as owner:
        assert owner.status() == 200
    assert steward.terminate() <= 5.0


def test_prometheus_reads_the_metrics(start_steward: StartSteward) -> None:
    steward = start_steward()
    with steward.api() as owner, Api(steward.url) as anyone:
        for _ in range(3):
            owner.get("/v1/me")
        owner.get("/api/contacts/01900000-0000-7000-8000-000000000000")
        anyone.get("/v1/me")
        anyone.get(f"/nowhere/{secrets.token_hex(8)}")
        answer = anyone.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    requests = {
        (sample.labels["method"], sample.labels["route"], sample.labels["status"]): sample.value
        for sample in families["http_requests"].samples
    }
    assert requests["GET", "/v1/me", "200"] == 3
    assert requests["GET", "/v1/me", "401"] == 1
    assert requests["GET", "/api/contacts/{contact_id}", "404"] == 1
    routes = {route for _, route, _ in requests}
    assert all("nowhere" not in route and "01900000" not in route for route in routes), "a raw path is a label"
    assert families["http_request_duration_seconds"].type == "histogram"
    [memory] = families["process_resident_memory_bytes"].samples
    assert 1 << 20 < memory.value < 1 << 30
