"""A request is followed to the database and to clusters, by ids that its log lines have, too."""

import json

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.platform.tracing import spans
from app.platform.tracing.statements import summary
from tests.api.estate import Estate
from tests.center import Center
from tests.tracing.collector import Collector, attributes
from tests.tracing.receiving import Traced

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
HEADER = {"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": "vendor=canary"}
USERS = "GET /api/v1/users"


@pytest.mark.usefixtures("whole_log")
def test_a_request_continues_the_callers_trace_down_to_the_statements(
    estate: Estate, collector: Collector, traced: Traced, capsys: pytest.CaptureFixture[str]
) -> None:
    with traced(estate.center):
        answer = estate.root.get("/api/v1/users?q=canary", headers=HEADER | {"X-Request-Id": "find-me"})
    assert answer.status_code == 200
    span = collector.span_named(USERS)
    assert (span.trace_id.hex(), span.parent_span_id.hex(), span.kind) == (TRACE, PARENT, Span.SPAN_KIND_SERVER)
    assert attributes(span) == {
        "http.request.method": "GET",
        "http.route": "/api/v1/users",
        "http.response.status_code": 200,
        "puc.request_id": "find-me",
    }
    statements = collector.below(span)
    assert "SELECT sys_user_info" in [span.name for span in statements]
    assert {attributes(span)["db.system.name"] for span in statements} == {estate.center.database.engine.dialect.name}
    assert collector.services == {"pulsar-user-center"}
    assert not any(b"canary" in body for body in collector.bodies)
    (line,) = [
        json.loads(line) for line in capsys.readouterr().err.splitlines() if "/api/v1/users" in line and TRACE in line
    ]
    assert (line["trace_id"], line["span_id"], line["request_id"]) == (TRACE, span.span_id.hex(), "find-me")


@pytest.mark.parametrize(
    "header", ["", "00", f"00-{TRACE}-{PARENT}", f"00-{32 * '0'}-{PARENT}-01", f"ff-{TRACE}-{PARENT}-01", "canary" * 99]
)
def test_a_malformed_trace_header_starts_a_new_trace(
    center: Center, collector: Collector, traced: Traced, header: str
) -> None:
    with traced(center):
        assert center.client(traceparent=header).get("/api/v1/session").status_code == 401
    span = collector.span_named("GET /api/v1/session")
    assert (span.parent_span_id, len(span.trace_id)) == (b"", 16)
    assert span.trace_id.hex() != TRACE


def test_monitoring_is_not_traced_and_unknown_methods_are_other(
    center: Center, collector: Collector, traced: Traced
) -> None:
    with traced(center):
        for path in ("/health/live", "/health/ready", "/metrics"):
            center.client().get(path)
        center.client().request("PROPFIND", "/api/v1/users")
    assert [span.name for span in collector.spans if span.kind == Span.SPAN_KIND_SERVER] == ["_OTHER /api/v1/users"]
    assert not any(b"PROPFIND" in span.SerializeToString() for span in collector.spans)


def test_calls_to_a_cluster_are_in_the_trace_of_their_request(
    estate: Estate, collector: Collector, traced: Traced
) -> None:
    with traced(estate.center):
        body = {"name": "secretive", "cluster_ids": [estate.cluster["id"]]}
        assert estate.root.post("/api/v1/tenants", json=body, headers=HEADER).status_code == 201
        assert estate.work() == 1
    assert estate.pulsar.tenants.keys() == {"secretive"}
    job = collector.span_named("provisioning create")
    assert (job.trace_id.hex(), job.parent_span_id) == (TRACE, collector.span_named("POST /api/v1/tenants").span_id)
    call = collector.span_named("PUT cluster")
    assert (call.parent_span_id, call.kind) == (job.span_id, Span.SPAN_KIND_CLIENT)
    call_attributes = attributes(call)
    assert (call_attributes["url.template"], call_attributes["server.address"]) == ("/admin/v2/tenants/…", "127.0.0.1")
    assert f"00-{TRACE}-{call.span_id.hex()}-01" in estate.pulsar.traces
    assert not any("secretive" in headers for headers in estate.pulsar.traces)
    assert not any(b"secretive" in body for body in collector.bodies)


def test_a_cluster_that_refuses_is_a_failed_call(estate: Estate, collector: Collector, traced: Traced) -> None:
    estate.pulsar.answer_always = 403, {"reason": "canary"}, {}
    with traced(estate.center):
        estate.make("tenants", name="acme", cluster_ids=[estate.cluster["id"]])
        estate.work()
    (call, *_) = [span for span in collector.spans if span.name.endswith(" cluster")]
    assert (call.status.code, call.status.message) == (Status.STATUS_CODE_ERROR, "")
    assert attributes(call)["http.response.status_code"] == 403
    assert not any(b"canary" in body for body in collector.bodies)


def test_a_statement_that_fails_says_how_and_not_with_what(
    center: Center, collector: Collector, traced: Traced
) -> None:
    with traced(center), spans.job("a job"), pytest.raises(DBAPIError), center.database.reading() as session:
        session.execute(text("SELECT * FROM nowhere WHERE passwd = 'canary'"))
    span = collector.span_named("SELECT nowhere")
    assert span.status.code == Status.STATUS_CODE_ERROR
    assert attributes(span)["error.type"] != ""
    assert not any(b"canary" in body for body in collector.bodies)


def test_outside_of_a_request_nothing_is_traced(center: Center, collector: Collector, traced: Traced) -> None:
    with traced(center):
        center.read(lambda session: session.execute(text("SELECT 1")))
        with spans.call("GET cluster", {}):
            assert (spans.ids(), spans.traceparent()) == ({}, None)
    assert collector.spans == []


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("SELECT a FROM res_topic JOIN sys_user ON 1 WHERE b = 'FROM canary'", "SELECT res_topic sys_user"),
        ("INSERT INTO t_one (a) VALUES (?)", "INSERT t_one"),
        ("  UPDATE `t_two` SET a = 'canary'", "UPDATE t_two"),
        ("/* canary */ SELECT 1", "OTHER"),
        ("", "OTHER"),
    ],
)
def test_a_statement_is_named_by_its_verb_and_tables(statement: str, said: str) -> None:
    assert summary(statement) == said
