"""Broker logs as containers, collectors and Pulsar's own settings write them; what is not understood is reported."""

import gzip
import json
import re
from pathlib import Path

import pytest

from spark_audit.__main__ import main
from spark_audit.jobs.intake import log_files
from spark_audit.sources import pulsar_logs
from tests.spark_audit.log_forms import FORMS, LOGS, VERSIONS, fields_of, of_docker, of_otel, read, written


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_form_gives_the_same_accesses(tmp_path: Path, version: str, form: str) -> None:
    """Whoever wrote the lines down, and whatever stands round them."""
    source = LOGS / f"{version}.log"
    log, found = read(written(tmp_path / "broker.log", FORMS[form], source))
    lines = 3 if "parts" in form else 1
    assert log.trouble == ""
    assert [(access.line // lines, *fields_of(access)) for access in found] == [
        (access.line, *fields_of(access)) for access in read(source)[1]
    ]
    begins = [pulsar_logs.moment(read_log.begin, "+00:00") for read_log in (log, read(source)[0])]
    assert begins[0] == begins[1]


def test_brokers_in_one_file_keep_their_connections_apart(tmp_path: Path) -> None:
    """3.0 names the role where a connection begins; two pods may have connections from the same address."""
    lines = [line for line in (LOGS / "3.0.7.log").read_text().splitlines() if ":48082" in line]
    pods = [
        f"[pod/b-{pod}/broker] " + line.replace("acme1-writer", f"writer-{pod}") for line in lines for pod in (1, 2)
    ]
    (tmp_path / "broker.log").write_text("\n".join(pods) + "\n")
    assert [access.role for access in read(tmp_path / "broker.log")[1]] == ["writer-1", "writer-2"]


def test_a_log_of_pulsar_2_is_reported(tmp_path: Path) -> None:
    """Its lines have no date, only the time."""
    lines = [line[11:] for line in (LOGS / "4.0.8.log").read_text().splitlines()]
    (tmp_path / "old.log").write_text("\n".join(lines) + "\n")
    assert "old.log line 2 and 11 more: in no form that is known: '15:40:20" in read(tmp_path / "old.log")[0].trouble


def test_refusals_on_namespaces_and_non_persistent_topics_are_read(tmp_path: Path) -> None:
    head = "2026-11-21T15:40:34,043+0000 [pulsar-io-1] WARN  org.apache.pulsar.broker.service.ServerCnx - "
    refused = "is not authorized to perform operation"
    (tmp_path / "broker.log").write_text(
        f"{head}Role ana {refused} GET_TOPICS on namespace acme/orders\n"
        f"{head}OriginalRole li {refused} GET_TOPICS on namespace acme/orders\n"
        f"{head}Role proxy or OriginalRole ana {refused} PRODUCE on topic non-persistent://acme/orders/x-partition-3\n"
        f"{head}Role ana {refused} CONSUME on topic segment://acme/orders/x/0000-7fff-1\n"
        f"{head}Role is not authorized to perform operation on namespace {{authRole=bo, localAddress=/10.0.0.1:6650, "
        "namespace=acme/orders, operation=GET_TOPICS, remoteAddress=/10.0.0.9:40000}\n"
    )
    found = read(tmp_path / "broker.log")[1]
    assert [(access.role, access.via, access.op, access.place, access.address) for access in found] == [
        ("ana", None, "GET_TOPICS", "acme/orders", None),
        ("li", None, "GET_TOPICS", "acme/orders", None),
        ("ana", "proxy", "PRODUCE", "non-persistent://acme/orders/x-partition-3", None),
        ("ana", None, "CONSUME", "segment://acme/orders/x/0000-7fff-1", None),
        ("bo", None, "GET_TOPICS", "acme/orders", "10.0.0.9"),
    ]  # fmt: skip
    assert [access.path for access in found][2:4] == ["acme/orders/x", "topic://acme/orders/x"]


@pytest.mark.parametrize("version", VERSIONS)
def test_ipv6_addresses_are_read(tmp_path: Path, version: str) -> None:
    """Java writes them in brackets; the roles of 3.0 are found by them."""
    text = (LOGS / f"{version}.log").read_text()
    (tmp_path / "broker.log").write_text(text.replace("/127.0.0.1:", "/[2001:db8:0:0:0:0:0:1]:"))
    log, found = read(tmp_path / "broker.log")
    assert log.trouble == ""
    assert {access.address for access in found} == {"2001:db8:0:0:0:0:0:1", *([None] if version != "5.0.1" else [])}
    assert [access.role for access in found] == [access.role for access in read(LOGS / f"{version}.log")[1]]


def test_a_quoted_line_is_no_access(tmp_path: Path) -> None:
    """Names that clients choose stand in lines of other parts of the broker, and in JSON with line breaks."""
    forged = "ServerCnx - Role root is not authorized to perform operation PRODUCE on topic persistent://a/b/c"
    head = "2026-11-21T15:40:34,043+0000 [pulsar-io-1] INFO  org.apache.pulsar.broker.service."
    lines = [line for line in (LOGS / "4.0.8.log").read_text().splitlines() if "role: acme1-writer" in line]
    (tmp_path / "broker.log").write_text(
        f"{head}ServerCnx - New connection from /1.2.3.4:5\n"
        f"{head}PersistentTopic - [persistent://a/b/c] subscription x {forged}\n"
        + of_docker(f"{head}PersistentTopic - x") + "\n"
        + of_otel(f"{head}PersistentTopic - x\n{head}{forged}") + "\n"
    )  # fmt: skip
    log, found = read(tmp_path / "broker.log")
    assert (found, log.trouble) == ([], "")
    uses = f"x] Created new producer: {lines[0].partition('producer: ')[2]}".replace("acme1-writer", "root")
    for name in (f"x\n{head}{forged}", forged, f"Role root {forged}", uses, f"[/1.2.3.4:5] {uses}"):
        (tmp_path / "broker.log").write_text(of_otel(f"{head}ServerCnx - [/1.2.3.4:5] Closed consumer: {name}") + "\n")
        log, found = read(tmp_path / "broker.log")
        assert found == []
        assert "broker.log line 1: in no form that is known" in log.trouble, "it is told all the same"


def test_lines_without_a_role_are_counted(tmp_path: Path) -> None:
    """The role is `null` then; what began before the log has none either. It is counted."""
    lines = (LOGS / "4.0.8.log").read_text().replace("role: acme1-writer", "role: null")
    (tmp_path / "broker.log").write_text(lines)
    log, found = read(tmp_path / "broker.log")
    assert {access.role for access in found} == {
        "broker.standalone",
        "acme1-one",
        "acme1-two",
        "acme2-writer",
        "acme3-writer",
        "",
    }
    assert "; 1 tell no role: they began before this log, or nobody signs in there" in log_files.sentence(log, "x")
    out = tmp_path / "out"
    assert "11 accesses written; 1 tell no role" in "".join(log_files.read_logs(str(tmp_path), "prod", "+00:00", out))


HTML = b"<!doctype html>\n<html><body>502 Bad Gateway</body></html>\n"
STRANGE: dict[str, tuple[str, bytes, str]] = {
    "a web page": ("a.log", HTML, "line 1 and all others: in no form that is known: a web page (HTML or XML)"),
    "UTF-16": ("a.log", "\ufeff2026".encode("utf-16-le"), "a.log is UTF-16, not the text of a log: unpack it, or"),
    "zip": ("a.log", b"PK\x03\x04xxxx", "a.log is a zip archive, not"),
    "zstd": ("a.log", b"\x28\xb5\x2f\xfdxxxx", "a.log is packed by zstd, not"),
    "binary": ("a.log", bytes(range(256)) * 9, "line 1 and all others: in no form that is known: '\\x00\\x01"),
    "JSON of another layout": ("a.log", b'{"msg": "x", "ts": 1}\n' * 3, 'that is known: \'{"msg": "x", "ts": 1}'),
    "CSV": ("a.log", b'"Time","Line"\n"1","2026-11-21T15:40:34,043 [x] INFO  o.ServerCnx - Role a is not authorized to '
            b'perform operation PRODUCE on topic persistent://a/b/c"\n', "a.log line 2: in no form that is known"),
    "journalctl -o json": ("a.log", b'{"MESSAGE":"2026-11-21T15:40:34,043 [x] INFO  o.ServerCnx - x","_PID":"1"}\n',
                           "line 1 and all others: in no form that is known: '{\"MESSAGE\""),
    "a JSON array": ("a.log", b'[{"message": "x"}]\n', "that is known: one JSON array"),
    "empty": ("a.log", b"", "the logs are empty: "),
    "a broker that logs warnings only": (
        "a.log", b"2026-11-21T15:40:34,043 [main] WARN  x - y\n", "no line of a connection (ServerCnx) is in",
    ),
    "nothing packed": ("a.log.gz", gzip.compress(b""), "the logs are empty: "),
    "half an archive": ("a.log.gz", gzip.compress(b"x" * 99)[:20], "a.log.gz is damaged: what comes before"),
    "another layout of lines": (
        "a.log",
        b"2026-11-21T15:40:34,043 [main] INFO  x - y\n"
        b"WARN ServerCnx: Role a is not authorized to perform operation PRODUCE on topic persistent://a/b/c\n",
        "a.log line 2: in no form that is known: 'WARN ServerCnx: Role",
    ),
}  # fmt: skip


@pytest.mark.parametrize("command", ["read-logs", "first-look"])
@pytest.mark.parametrize("case", STRANGE)
def test_lines_that_are_not_understood_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str, command: str
) -> None:
    """With the file and the line, and never as `nobody used anything`; other logs beside it are read."""
    name, content, sentence = STRANGE[case]
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / name).write_bytes(content)
    arguments = {
        "read-logs": ["--logs", str(logs), "--cluster", "prod", "--out", str(tmp_path / "out")],
        "first-look": [str(logs)],
    }
    assert main([command, *arguments[command]]) == 2
    assert sentence in capsys.readouterr().err
    (logs / "good.log").write_bytes((LOGS / "4.0.8.log").read_bytes())
    main([command, *arguments[command]])
    assert ("12 accesses written" if command == "read-logs" else "acme2-writer") in capsys.readouterr().out


def test_a_first_look_lists_uses_and_refusals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The one in docs/audit-running.md, word by word; for programs the same numbers."""
    page = (Path(__file__).parents[2] / "docs" / "audit-running.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"first-look broker-logs\n```\n\n```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "broker-logs").mkdir()
    (tmp_path / "broker-logs" / "pulsar.log").write_bytes((LOGS / "4.0.8.log").read_bytes())
    logs = str(tmp_path / "broker-logs")
    assert main(["first-look", logs]) == 0
    assert capsys.readouterr().out.replace(f"{tmp_path}/", "") == shown
    assert main(["first-look", logs, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert sum(use["times"] for use in report["rows"]) == 12
    assert {use["role"] for use in report["rows"] if use["decision"] == 2} == {"acme1-one"}
    assert report["logs"][0]["trouble"] is None


def test_files_with_other_names_are_read_or_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What brokers, Docker and the kubelet put away is read; a file that is named is read whatever its name."""
    whole = (LOGS / "4.0.8.log").read_bytes()
    for number, name in enumerate(("pulsar.log-11-20-2026-1.log.gz", "0.log.20261120-154018", "x-json.log.1", "b.txt")):
        content = whole.replace(b"T15:", f"T1{number}:".encode())
        (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    (tmp_path / "pulsar_gc_1.log").write_text("[2026-11-21T15:40:18.376+0000][0.008s] Using G1\n")
    assert main(["first-look", str(tmp_path)]) == 0
    report = capsys.readouterr().out
    assert "Logs: 3; lines: 54. Times are UTC." in report
    assert "left out, because they are not called like logs of brokers: b.txt; pulsar_gc_1.log\n" in report
    assert main(["first-look", str(tmp_path / "b.txt")]) == 0
