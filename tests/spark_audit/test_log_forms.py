"""Broker logs as containers, collectors and Pulsar's own settings write them; what is not understood is told."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from spark_audit.__main__ import main
from spark_audit.jobs.intake import log_files
from spark_audit.sources import pulsar_logs
from spark_audit.sources.pulsar_logs import Access, Log

LOGS = Path(__file__).parent / "pulsar_logs"
VERSIONS = ("3.0.7", "4.0.8", "4.2.4", "5.0.0-M1")
STAMP = "2026-11-21T20:00:00.123456789Z"
Form = Callable[[str], str]


def _docker(line: str) -> str:
    return json.dumps({"log": f"{line}\n", "stream": "stdout", "attrs": {"tag": "broker"}, "time": STAMP})


def _in_parts(line: str) -> str:
    """On one line of this file, as the number of a line is that of its last part."""
    return f"{STAMP} stdout P {line[:60]}\n{STAMP} stderr F {STAMP}\n{STAMP} stdout F {line[60:]}"


def _parted(line: str) -> tuple[str, dict[str, str]]:
    """What Pulsar 5 says, and the fields behind it; for lines of other versions all of it, and none."""
    said, _, behind = line.partition(" {")
    if "principal=" not in behind and "authRole=" not in behind:
        return line.removesuffix(" {}"), {}
    names = re.findall(r"(?:^|, )(cnx|consumerId|localAddress|principal|authRole|operation|originalPrincipal|producer"
                       r"|remoteAddress|subscription|topic)=", behind)  # fmt: skip
    values = re.split("(?:^|, )(?:" + "|".join(f"{name}=" for name in names) + ")", behind.removesuffix("}"))[1:]
    return said, dict(zip(names, values, strict=True))


def _otel(line: str) -> str:
    head, _, said = line.partition(" - ")
    words, fields = _parted(said)
    attributes = {"thread.name": "pulsar-io-1", "code.namespace": head.rpartition(" ")[2], **fields}
    told = {"Timestamp": _utc(line), "SeverityText": "INFO", "Body": words, "Attributes": attributes}
    return json.dumps(told)


def _ecs(line: str) -> str:
    head, _, said = line.partition(" - ")
    words, fields = _parted(said)
    told = {"@timestamp": _utc(line), "ecs.version": "1.2.0", "log.level": "INFO", "message": words}
    return json.dumps({**told, "log.logger": head.rpartition(" ")[2], **fields})


def _utc(line: str) -> str:
    return line[:23].replace(",", ".") + "Z"


FORMS: dict[str, Form] = {
    "as it is": lambda line: line,
    "CRI": lambda line: f"{STAMP} stdout F {line}",
    "CRI, in parts": _in_parts,
    "Docker's files": _docker,
    "kubectl logs --timestamps": lambda line: f"{STAMP} {line}",
    "kubectl logs --prefix": lambda line: f"[pod/pulsar-broker-0/broker] {line}",
    "kubectl logs --prefix --timestamps": lambda line: f"[pod/pulsar-broker-0/broker] {STAMP} {line}",
    "docker compose logs, in colours": lambda line: f"\x1b[36mbroker-1  | \x1b[0m{line}",
    "colours": lambda line: re.sub(r"(INFO|WARN) ", "\x1b[32m\\1\x1b[m ", line),
    "journald": lambda line: f"Nov 21 20:00:00 broker-1 pulsar[812]: {line}",
    "Pulsar's JSON": _otel,
    "Pulsar's JSON of the Elastic Common Schema": _ecs,
    "Pulsar's JSON in Docker's files": lambda line: _docker(_otel(line)),
    "Windows": lambda line: f"{line}\r",
}


def written(file: Path, form: Form, source: Path) -> Path:
    """The log in another form, numbered as it was but where a line has parts."""
    file.write_text("".join(form(line) + "\n" for line in source.read_text().splitlines()), newline="")
    return file


def read(file: Path) -> tuple[Log, list[Access]]:
    """The accesses of a log, and what else it holds."""
    log = Log(file, "+00:00")
    return log, list(log.accesses())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_form_tells_the_same(tmp_path: Path, version: str, form: str) -> None:
    """Whoever wrote the lines down, and whatever stands round them."""
    source = LOGS / f"{version}.log"
    log, found = read(written(tmp_path / "broker.log", FORMS[form], source))
    lines = 3 if "parts" in form else 1
    assert log.trouble == ""
    assert [(one.line // lines, *_fields(one)) for one in found] == [
        (one.line, *_fields(one)) for one in read(source)[1]
    ]
    begins = [pulsar_logs.moment(one.begin, "+00:00") for one in (log, read(source)[0])]
    assert begins[0] == begins[1]


def _fields(told: Access) -> tuple[object, ...]:
    return told.time, told.role, told.via, told.op, told.dec, told.place, told.sub, told.address


def test_connections_of_several_brokers_in_one_file(tmp_path: Path) -> None:
    """3.0 names the role where a connection begins; two pods may have connections from the same address."""
    lines = [line for line in (LOGS / "3.0.7.log").read_text().splitlines() if ":48082" in line]
    pods = [
        f"[pod/b-{pod}/broker] " + line.replace("acme1-writer", f"writer-{pod}") for line in lines for pod in (1, 2)
    ]
    (tmp_path / "broker.log").write_text("\n".join(pods) + "\n")
    assert [one.role for one in read(tmp_path / "broker.log")[1]] == ["writer-1", "writer-2"]


def test_a_log_of_pulsar_2(tmp_path: Path) -> None:
    """Its lines tell the hour only. That is told."""
    lines = [line[11:] for line in (LOGS / "4.0.8.log").read_text().splitlines()]
    (tmp_path / "old.log").write_text("\n".join(lines) + "\n")
    assert "old.log line 2 and 11 more: in no form that is known: '15:40:20" in read(tmp_path / "old.log")[0].trouble


def test_refusals_on_namespaces_and_topics_that_are_not_kept(tmp_path: Path) -> None:
    head = "2026-11-21T15:40:34,043+0000 [pulsar-io-1] WARN  org.apache.pulsar.broker.service.ServerCnx - "
    told = "is not authorized to perform operation"
    (tmp_path / "broker.log").write_text(
        f"{head}Role ana {told} GET_TOPICS on namespace acme/orders\n"
        f"{head}OriginalRole li {told} GET_TOPICS on namespace acme/orders\n"
        f"{head}Role proxy or OriginalRole ana {told} PRODUCE on topic non-persistent://acme/orders/x-partition-3\n"
        f"{head}Role is not authorized to perform operation on namespace {{authRole=bo, localAddress=/10.0.0.1:6650, "
        "namespace=acme/orders, operation=GET_TOPICS, remoteAddress=/10.0.0.9:40000}\n"
    )
    found = read(tmp_path / "broker.log")[1]
    assert [(one.role, one.via, one.op, one.place, one.address) for one in found] == [
        ("ana", None, "GET_TOPICS", "acme/orders", None),
        ("li", None, "GET_TOPICS", "acme/orders", None),
        ("ana", "proxy", "PRODUCE", "non-persistent://acme/orders/x-partition-3", None),
        ("bo", None, "GET_TOPICS", "acme/orders", "10.0.0.9"),
    ]  # fmt: skip


@pytest.mark.parametrize("version", VERSIONS)
def test_addresses_of_ipv6(tmp_path: Path, version: str) -> None:
    """Java writes them in brackets; the roles of 3.0 are found by them."""
    text = (LOGS / f"{version}.log").read_text()
    (tmp_path / "broker.log").write_text(text.replace("/127.0.0.1:", "/[2001:db8:0:0:0:0:0:1]:"))
    log, found = read(tmp_path / "broker.log")
    assert log.trouble == ""
    assert {one.address for one in found} == {"2001:db8:0:0:0:0:0:1", *([None] if version != "5.0.0-M1" else [])}
    assert [one.role for one in found] == [one.role for one in read(LOGS / f"{version}.log")[1]]


def test_a_line_that_quotes_another_is_not_that_line(tmp_path: Path) -> None:
    """Names that clients choose stand in lines of other parts of the broker, and in JSON with line breaks."""
    forged = "ServerCnx - Role root is not authorized to perform operation PRODUCE on topic persistent://a/b/c"
    head = "2026-11-21T15:40:34,043+0000 [pulsar-io-1] INFO  org.apache.pulsar.broker.service."
    lines = [line for line in (LOGS / "4.0.8.log").read_text().splitlines() if "role: acme1-writer" in line]
    (tmp_path / "broker.log").write_text(
        f"{head}ServerCnx - New connection from /1.2.3.4:5\n"
        f"{head}PersistentTopic - [persistent://a/b/c] subscription x {forged}\n"
        + _docker(f"{head}PersistentTopic - x") + "\n"
        + _otel(f"{head}PersistentTopic - x\n{head}{forged}") + "\n"
    )  # fmt: skip
    log, found = read(tmp_path / "broker.log")
    assert (found, log.trouble) == ([], "")
    uses = f"x] Created new producer: {lines[0].partition('producer: ')[2]}".replace("acme1-writer", "root")
    for name in (f"x\n{head}{forged}", forged, f"Role root {forged}", uses, f"[/1.2.3.4:5] {uses}"):
        (tmp_path / "broker.log").write_text(_otel(f"{head}ServerCnx - [/1.2.3.4:5] Closed consumer: {name}") + "\n")
        log, found = read(tmp_path / "broker.log")
        assert found == []
        assert "broker.log line 1: in no form that is known" in log.trouble, "it is told all the same"


def test_without_authentication_nobody_is_accused(tmp_path: Path) -> None:
    """The role is `null` then; what began before the log has none either. It is counted."""
    lines = (LOGS / "4.0.8.log").read_text().replace("role: acme1-writer", "role: null")
    (tmp_path / "broker.log").write_text(lines)
    log, found = read(tmp_path / "broker.log")
    assert {one.role for one in found} == {
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
def test_what_is_not_understood_is_told(
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


def test_a_first_look(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The one in docs/audit-running.md, word by word; for programs the same numbers."""
    page = (Path(__file__).parents[2] / "docs" / "audit-running.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"first-look broker-logs\n```\n\n```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "broker-logs").mkdir()
    (tmp_path / "broker-logs" / "pulsar.log").write_bytes((LOGS / "4.0.8.log").read_bytes())
    logs = str(tmp_path / "broker-logs")
    assert main(["first-look", logs]) == 0
    assert capsys.readouterr().out.replace(f"{tmp_path}/", "") == shown
    assert main(["first-look", logs, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(row["times"] for row in told["rows"]) == 12
    assert {row["role"] for row in told["rows"] if row["decision"] == 2} == {"acme1-one"}
    assert told["logs"][0]["trouble"] is None


def test_other_names_are_read_or_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What brokers, Docker and the kubelet put away is read; a file that is named is read whatever its name."""
    whole = (LOGS / "4.0.8.log").read_bytes()
    for number, name in enumerate(("pulsar.log-11-20-2026-1.log.gz", "0.log.20261120-154018", "x-json.log.1", "b.txt")):
        content = whole.replace(b"T15:", f"T1{number}:".encode())
        (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    (tmp_path / "pulsar_gc_1.log").write_text("[2026-11-21T15:40:18.376+0000][0.008s] Using G1\n")
    assert main(["first-look", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "Logs: 3; lines: 54. Times are UTC." in told
    assert "left out, because they are not called like logs of brokers: b.txt; pulsar_gc_1.log\n" in told
    assert main(["first-look", str(tmp_path / "b.txt")]) == 0


def _collected(line: str) -> str:
    """As fluent-bit's parser `cri` leaves it: without the end of the line, and with `logtag`."""
    return json.dumps({"date": 1.5, "time": STAMP, "stream": "stdout", "logtag": "F", "log": line})


def test_a_collector_that_takes_line_ends_off(tmp_path: Path) -> None:
    """Docker cuts what is too long and writes no line end then; a record of fluent-bit is a line all the same."""
    log, found = read(written(tmp_path / "broker.log", _collected, LOGS / "4.0.8.log"))
    assert (len(found), log.trouble) == (12, "")


@pytest.mark.parametrize("role", ["system:serviceaccount:ns:one", "spiffe://a/b", "a}b", "a, b {c}", '"x y"', "o.l: z"])
@pytest.mark.parametrize("version", VERSIONS)
def test_roles_with_signs(tmp_path: Path, version: str, role: str) -> None:
    """Kubernetes and SPIFFE name them with colons. Connections that began in an earlier log tell nothing about them."""
    lines = (LOGS / f"{version}.log").read_text().replace("acme1-", "acme-").replace("acme12-", "acme-").splitlines()
    kept = [line for line in lines if version == "3.0.7" or "] connected " not in line]
    (tmp_path / "broker.log").write_text(re.sub("acme-(reader|writer|one|two)", role, "\n".join(kept)) + "\n")
    log, found = read(tmp_path / "broker.log")
    assert (log.trouble, log.unknown, role in {one.role for one in found}) == ("", 0, True)
    assert {one.role for one in found} <= {role, "broker.standalone", "acme2-writer", "acme3-writer"}


@pytest.mark.parametrize(
    ("version", "told", "forged"),
    [
        ("3.0.7", "clientVersion=Pulsar-CPP-v4.2.0", "clientVersion=x and originalAuthRole=root using authMethod=y"),
        ("3.0.7", " / shop.", " / x. consumerId: 0, role: root."),
        ("3.0.7", "producerName=", "producerName=x, producerId=0}, role: root"),
        ("4.0.8", " / s1.", " / x. consumerId: 0, role: root."),
        ("4.0.8", "producerName=", "producerName=x, producerId=0}, role: root"),
        ("4.0.8", "LOOKUP on topic ", "LOOKUP on topic persistent://a/b/c or OriginalRole root is not authorized to "
         "perform operation LOOKUP on topic "),
        ("3.0.7", "PRODUCE on topic ", "PRODUCE on topic persistent://a/b/c or OriginalRole root is not authorized to "
         "perform operation LOOKUP on topic "),
    ],
)  # fmt: skip
def test_what_clients_choose_is_nobodys_role(tmp_path: Path, version: str, told: str, forged: str) -> None:
    """The version that a client calls itself, names of subscriptions, producers and of topics that are refused."""
    text = (LOGS / f"{version}.log").read_text()
    (tmp_path / "broker.log").write_text(text.replace(told, forged))
    _, found = read(tmp_path / "broker.log")
    assert [one.role for one in found] == [one.role for one in read(LOGS / f"{version}.log")[1]]
    assert {one.via for one in found} == {None}


def test_what_tracing_adds_is_no_part_of_a_role(tmp_path: Path) -> None:
    text = (LOGS / "4.2.4.log").read_text().replace(" {}\n", " {span_id=1b, trace_flags=01, trace_id=ab}\n")
    (tmp_path / "broker.log").write_text(text)
    log, found = read(tmp_path / "broker.log")
    assert log.trouble == ""
    assert [_fields(one) for one in found] == [_fields(one) for one in read(LOGS / "4.2.4.log")[1]]


@pytest.mark.parametrize("logger", ["ServerCnx@305 - ", "ServerCnx:305 - ", "ServerCnx#033[m - ", "ServerCnx: "])
def test_another_end_of_the_logger_is_told(tmp_path: Path, logger: str) -> None:
    (tmp_path / "broker.log").write_text((LOGS / "4.0.8.log").read_text().replace("ServerCnx - ", logger))
    assert "broker.log line 2 and 11 more: in no form that is known" in read(tmp_path / "broker.log")[0].trouble


def test_a_last_line_without_an_end_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As editors and downloads leave it; and what has another name is told to programs, too."""
    lines = (LOGS / "4.0.8.log").read_text().splitlines()[:16]
    (tmp_path / "broker.log").write_text("\n".join(lines))
    (tmp_path / "other.txt").write_text("\n".join(lines))
    assert main(["first-look", str(tmp_path)]) == 0
    assert "; its last line has no end yet and was not read\n" in capsys.readouterr().out
    main(["first-look", str(tmp_path), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["logs"][0]["last_line_cut"] is True
    assert told["left_out"] == ["left out, because they are not called like logs of brokers: other.txt"]


@pytest.mark.parametrize("command", ["read-logs", "first-look"])
def test_impossible_letters_and_times_end_nothing(tmp_path: Path, command: str) -> None:
    (tmp_path / "logs").mkdir()
    lines = [line for line in (LOGS / "5.0.0-M1.log").read_text().splitlines() if "subscription=shop" in line]
    old = "0001-01-01T00:00:00,000+1400 [x] INFO  o.ServerCnx - x\n"
    (tmp_path / "logs" / "a.log").write_text(old + _otel(lines[0].replace("shop", "x\ud800")) + "\n")
    out = ["--cluster", "prod", "--out", str(tmp_path / "out")]
    logs = str(tmp_path / "logs")
    assert main([command, *(["--logs", logs, *out] if command == "read-logs" else [logs])]) == 0


def test_two_brokers_in_one_file_without_a_prefix(tmp_path: Path) -> None:
    """Of 3.0, whose lines do not say to which broker a connection begins: two from one address are nobody's."""
    lines = [line for line in (LOGS / "3.0.7.log").read_text().splitlines() if ":48082" in line]
    both = [line for one in lines for line in (one, one.replace("acme1-writer", "another").replace(":41729", ":41730"))]
    (tmp_path / "broker.log").write_text("\n".join(both) + "\n")
    log, found = read(tmp_path / "broker.log")
    assert ([one.role for one in found], log.unknown) == (["", ""], 2)
    ended = f"{lines[0].partition(' - ')[0]} - Closed connection from /127.0.0.1:48082 {{}}"
    again = [*lines, ended, *(line.replace("acme1-writer", "another") for line in lines)]
    (tmp_path / "broker.log").write_text("\n".join(again) + "\n")
    assert [one.role for one in read(tmp_path / "broker.log")[1]] == ["acme1-writer", "another"]


def test_times_without_a_zone_and_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was assumed is said; a log that the kubelet links into another directory is read once."""
    (tmp_path / "pods").mkdir()
    (tmp_path / "pods" / "0.log").write_bytes((LOGS / "4.2.4.log").read_bytes())
    (tmp_path / "broker-0.log").symlink_to(tmp_path / "pods" / "0.log")
    assert main(["first-look", str(tmp_path), "--zone", "+08:00"]) == 0
    told = capsys.readouterr().out
    assert "Logs: 1; lines: 17. Times are UTC; those that tell no zone were taken for +08:00 (--zone).\n" in told
    assert "2026-11-21 08:38:10" in told


@pytest.mark.parametrize("layout", [r"\1 - \3 - [\2:ServerCnx@7] - ", r"\1 [\2] \3 "])
def test_a_log_of_another_layout_beside_others_is_told(tmp_path: Path, layout: str) -> None:
    """As Pulsar's own tests write, with the logger in brackets; and without a logger."""
    text = (LOGS / "4.0.8.log").read_text()
    line = re.compile(r"^(\S+) \[([^]]+)\] (\w+) +\S+ - ", re.MULTILINE)
    (tmp_path / "broker.log").write_text(line.sub(layout, text))
    assert "broker.log line 2: in no form that is known" in read(tmp_path / "broker.log")[0].trouble


@pytest.mark.parametrize("version", VERSIONS)
def test_topics_with_signs(tmp_path: Path, version: str) -> None:
    (tmp_path / "broker.log").write_text(
        (LOGS / f"{version}.log").read_text().replace("orders/created", "orders/a,b}c")
    )
    log, found = read(tmp_path / "broker.log")
    assert log.trouble == ""
    assert [one.path.replace("a,b}c", "created") for one in found] == [
        one.path for one in read(LOGS / f"{version}.log")[1]
    ]


def test_another_coding_a_copy_and_a_level_without_uses_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (LOGS / "4.0.8.log").read_text()
    (tmp_path / "a.log").write_bytes(text.replace("acme1-writer", "张三").encode("gb18030"))
    assert main(["first-look", str(tmp_path)]) == 2
    assert "not in UTF-8" in capsys.readouterr().err
    (tmp_path / "a.log").write_text(text)
    (tmp_path / "b.log.gz").write_bytes(gzip.compress(text.encode()))
    assert main(["first-look", str(tmp_path)]) == 2
    assert "begins with the same line as" in capsys.readouterr().err
    (tmp_path / "b.log.gz").unlink()
    (tmp_path / "a.log").write_text("".join(line for line in text.splitlines(True) if "not authorized" in line))
    assert main(["first-look", str(tmp_path)]) == 0
    assert "no connection begins in these logs" in capsys.readouterr().out
