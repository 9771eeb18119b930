"""Logs with unusual names, beginnings and ends: they are reported, and no access in them gets a wrong role."""

import gzip
import json
import re
from pathlib import Path

import pytest

from spark_audit.__main__ import main
from spark_audit.sources.log_kinds import ALLOWED
from tests.spark_audit.log_forms import LOGS, STAMP, VERSIONS, Form, fields_of, of_docker, of_otel, read, written


def _put(directory: Path, text: str) -> Path:
    (directory / "broker.log").write_text(text)
    return directory / "broker.log"


def _collected(line: str) -> str:
    """As fluent-bit's parser `cri` leaves it: without the end of the line, and with `logtag`."""
    return json.dumps({"date": 1.5, "time": STAMP, "stream": "stdout", "logtag": "F", "log": line})


def test_a_collector_may_take_off_line_ends(tmp_path: Path) -> None:
    """Docker cuts what is too long and writes no line end then; a record of fluent-bit is a line all the same."""
    log, found = read(written(tmp_path / "broker.log", _collected, LOGS / "4.0.8.log"))
    assert (len(found), log.trouble) == (12, "")


@pytest.mark.parametrize("role", ["system:serviceaccount:ns:one", "spiffe://a/b", "a}b", "a, b {c}", '"x y"', "o.l: z"])
@pytest.mark.parametrize("version", VERSIONS)
def test_roles_may_contain_punctuation(tmp_path: Path, version: str, role: str) -> None:
    """Kubernetes and SPIFFE name them with colons. Connections that began in an earlier log tell nothing about them."""
    lines = (LOGS / f"{version}.log").read_text().replace("acme1-", "acme-").splitlines()
    kept = [line for line in lines if version == "3.0.7" or "] connected " not in line]
    (tmp_path / "broker.log").write_text(re.sub("acme-(reader|writer|one|two)", role, "\n".join(kept)) + "\n")
    log, found = read(tmp_path / "broker.log")
    assert (log.trouble, log.unknown, role in {access.role for access in found}) == ("", 0, True)
    assert {access.role for access in found} <= {role, "broker.standalone", "acme2-writer", "acme3-writer"}


@pytest.mark.parametrize(
    ("version", "original", "forged"),
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
def test_names_that_clients_choose_become_no_role(tmp_path: Path, version: str, original: str, forged: str) -> None:
    """The version that a client calls itself, names of subscriptions, producers and of topics that are refused."""
    text = (LOGS / f"{version}.log").read_text()
    (tmp_path / "broker.log").write_text(text.replace(original, forged))
    _, found = read(tmp_path / "broker.log")
    assert [access.role for access in found] == [access.role for access in read(LOGS / f"{version}.log")[1]]
    assert {access.via for access in found} == {None}


def test_additions_of_tracing_are_no_part_of_a_role(tmp_path: Path) -> None:
    text = (LOGS / "4.2.4.log").read_text().replace(" {}\n", " {span_id=1b, trace_flags=01, trace_id=ab}\n")
    (tmp_path / "broker.log").write_text(text)
    log, found = read(tmp_path / "broker.log")
    assert log.trouble == ""
    assert [fields_of(access) for access in found] == [fields_of(access) for access in read(LOGS / "4.2.4.log")[1]]


@pytest.mark.parametrize("logger", ["ServerCnx@305 - ", "ServerCnx:305 - ", "ServerCnx#033[m - ", "ServerCnx: "])
def test_an_unknown_form_of_the_logger_is_reported(tmp_path: Path, logger: str) -> None:
    (tmp_path / "broker.log").write_text((LOGS / "4.0.8.log").read_text().replace("ServerCnx - ", logger))
    assert "broker.log line 2 and 11 more: in no form that is known" in read(tmp_path / "broker.log")[0].trouble


def test_an_unfinished_last_line_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As editors and downloads leave it. The JSON also lists files that were left out."""
    lines = (LOGS / "4.0.8.log").read_text().splitlines()[:16]
    (tmp_path / "broker.log").write_text("\n".join(lines))
    (tmp_path / "other.txt").write_text("\n".join(lines))
    assert main(["first-look", str(tmp_path)]) == 0
    assert "; its last line has no end yet and was not read\n" in capsys.readouterr().out
    main(["first-look", str(tmp_path), "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["logs"][0]["last_line_cut"] is True
    assert report["left_out"] == ["left out, because they are not called like logs of brokers: other.txt"]


@pytest.mark.parametrize("command", ["read-logs", "first-look"])
def test_impossible_letters_and_times_do_not_end_the_reading(tmp_path: Path, command: str) -> None:
    (tmp_path / "logs").mkdir()
    lines = [line for line in (LOGS / "5.0.1.log").read_text().splitlines() if "subscription=shop" in line]
    old = "0001-01-01T00:00:00,000+1400 [x] INFO  o.ServerCnx - x\n"
    (tmp_path / "logs" / "a.log").write_text(old + of_otel(lines[0].replace("shop", "x\ud800")) + "\n")
    out = ["--cluster", "prod", "--out", str(tmp_path / "out")]
    logs = str(tmp_path / "logs")
    assert main([command, *(["--logs", logs, *out] if command == "read-logs" else [logs])]) == 0


def test_unmarked_lines_of_two_brokers_give_no_role(tmp_path: Path) -> None:
    """Of 3.0, whose lines do not say to which broker a connection begins: two from one address are nobody's."""
    lines = [line for line in (LOGS / "3.0.7.log").read_text().splitlines() if ":48082" in line]
    both = [
        line
        for shown in lines
        for line in (shown, shown.replace("acme1-writer", "another").replace(":41729", ":41730"))
    ]
    (tmp_path / "broker.log").write_text("\n".join(both) + "\n")
    log, found = read(tmp_path / "broker.log")
    assert ([access.role for access in found], log.unknown) == (["", ""], 2)
    ended = f"{lines[0].partition(' - ')[0]} - Closed connection from /127.0.0.1:48082 {{}}"
    again = [*lines, ended, *(line.replace("acme1-writer", "another") for line in lines)]
    (tmp_path / "broker.log").write_text("\n".join(again) + "\n")
    assert [access.role for access in read(tmp_path / "broker.log")[1]] == ["acme1-writer", "another"]


def test_times_without_a_zone_and_links_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was assumed is said; a log that the kubelet links into another directory is read once."""
    (tmp_path / "pods").mkdir()
    (tmp_path / "pods" / "0.log").write_bytes((LOGS / "4.2.4.log").read_bytes())
    (tmp_path / "broker-0.log").symlink_to(tmp_path / "pods" / "0.log")
    assert main(["first-look", str(tmp_path), "--zone", "+08:00"]) == 0
    report = capsys.readouterr().out
    assert "Logs: 1; lines: 17. Times are UTC; those that tell no zone were taken for +08:00 (--zone).\n" in report
    assert "2026-11-21 08:38:10" in report


@pytest.mark.parametrize("layout", [r"\1 - \3 - [\2:ServerCnx@7] - ", r"\1 [\2] \3 "])
def test_a_log_of_another_layout_is_reported(tmp_path: Path, layout: str) -> None:
    """As Pulsar's own tests write, with the logger in brackets; and without a logger."""
    text = (LOGS / "4.0.8.log").read_text()
    line = re.compile(r"^(\S+) \[([^]]+)\] (\w+) +\S+ - ", re.MULTILINE)
    (tmp_path / "broker.log").write_text(line.sub(layout, text))
    assert "broker.log line 2: in no form that is known" in read(tmp_path / "broker.log")[0].trouble


@pytest.mark.parametrize(
    "topic", ["a,b}c", "my topic", " x ", "x, topic=y", "x}, client=[id: 1", "x. consumerId: 0", "x, subscription=s"]
)
@pytest.mark.parametrize("version", VERSIONS)
def test_topics_may_contain_punctuation(tmp_path: Path, version: str, topic: str) -> None:
    """Pulsar takes all but a slash; what looks like the end of such a name is its own. Subscriptions may have any."""
    text = (LOGS / f"{version}.log").read_text()
    log, found = read(_put(tmp_path, text.replace("orders/created", f"orders/{topic}").replace("shop", "s / t")))
    assert log.trouble == ""
    expected = [fields_of(access) for access in read(LOGS / f"{version}.log")[1]]
    assert [fields_of(access) for access in found] == [
        (
            *who,
            str(place).replace("orders/created", f"orders/{topic}"),
            sub and str(sub).replace("shop", "s / t"),
            address,
        )
        for *who, place, sub, address in expected
    ]


@pytest.mark.parametrize("version", ["3.0.7", "4.0.8"])
def test_topics_of_pulsar_1_are_read(tmp_path: Path, version: str) -> None:
    """Until 4.0 they may have slashes. What can be read in two ways is in no form that is known."""
    text = (LOGS / f"{version}.log").read_text().replace("/orders/created", "/use/orders/created")
    log, found = read(_put(tmp_path, text))
    assert (log.trouble, {access.path.count("/") for access in found if "created" in access.path}) == ("", {3})
    log, found = read(_put(tmp_path, text.replace("orders/created", "orders/created / x")))
    assert "in no form that is known" in log.trouble
    assert not [
        access for access in found if access.op == "CONSUME" and access.dec == ALLOWED and "use/orders" in access.path
    ]


REFUSED = "{} is not authorized to perform operation GET_TOPICS on namespace acme1/orders {{}}\n"


@pytest.mark.parametrize(("hidden", "roles"), [(["[REDACTED]"] * 2, {""}), (["SHA-256:ab+/=", "MD5:cd=="], None)])
def test_anonymized_roles_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], hidden: list[str], roles: set[str] | None
) -> None:
    """Pulsar hides the role where a connection begins and in refusals at namespaces (PIP-402), nowhere else."""
    text = (LOGS / "4.2.4.log").read_text()
    head = "2026-11-21T16:38:20,000 [pulsar-io-20-4] WARN  org.apache.pulsar.broker.service.ServerCnx - "
    text = re.sub(r"with role=\S+", f"with role={hidden[0]}", text)
    file = _put(tmp_path, text + "".join(f"{head}Role {REFUSED.format(role)}" for role in hidden))
    found = read(file)[1]
    assert {access.role for access in found if access.op == "GET_TOPICS"} == (roles or set(hidden))
    assert main(["first-look", str(file)]) == 0
    assert "; in 5 lines names are anonymized" in capsys.readouterr().out
    out = tmp_path / "out"
    assert main(["read-logs", "--logs", str(file), "--cluster", "prod", "--out", str(out)]) == 0
    (events,) = out.glob("*.jsonl")
    assert "GET_TOPICS" not in events.read_text(), "an event would make a user of it"


@pytest.mark.parametrize("version", ["3.0.7", "4.0.8"])
def test_a_proxy_and_its_address_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], version: str) -> None:
    """Its address, and that it is the proxy's."""
    text = re.sub(r"with role=(acme1-\w+)", r"role=prox and originalAuthRole=\1", (LOGS / f"{version}.log").read_text())
    text = re.sub(r"Role (\S+) (or OriginalRole null )?is not", r"Role prox or OriginalRole \1 is not", text)
    file = _put(tmp_path, text)
    found = {(access.role, access.via, access.address) for access in read(file)[1] if access.via}
    allowed, refused = ("acme1-one", "acme1-one") if version == "4.0.8" else ("acme1-writer", "acme1-reader")
    assert {(allowed, "prox", "127.0.0.1"), (refused, "prox", None)} <= found
    assert main(["first-look", str(file)]) == 0
    report = capsys.readouterr().out
    assert "signed in from 127.0.0.1 (proxy prox)\n" in report
    assert "By a proxy: the address is the proxy's." in report


def test_an_export_may_begin_with_its_newest_line(tmp_path: Path) -> None:
    """logcli and Grafana write so; what 3.0 tells where a connection begins is then behind its use."""
    lines = (LOGS / "3.0.7.log").read_text().splitlines(keepends=True)
    again = [line.replace("T19:21:20", "T19:21:22").replace("writer", "other") for line in lines if ":48082" in line]
    _, found = read(_put(tmp_path, "".join(reversed([*lines, *again]))))
    assert {access.role for access in found if access.op == "PRODUCE" and access.dec == ALLOWED} == {""}


@pytest.mark.parametrize(
    ("end", "read_whole"),
    [
        (lambda line: of_docker(line), True),
        (lambda line: of_otel(line), True),
        (lambda line: of_docker(line)[:-1], False),
        (lambda line: of_docker(line).replace("\\n", "") + "\n", False),
        (lambda line: f"{STAMP} stdout P {line}\n", False),
        (lambda line: f"{STAMP} stdout P {line}\n{STAMP} stderr F x\n", False),
    ],
)
def test_only_a_whole_last_record_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], end: Form, read_whole: bool
) -> None:
    """A whole record needs no line end; what misses its rest is not read, and that is said."""
    lines = (LOGS / "4.0.8.log").read_text().splitlines()[:8]
    file = _put(tmp_path, "".join(f"{of_docker(line)}\n" for line in lines[:7]) + end(lines[7]))
    log, found = read(file)
    assert (log.cut, "acme1-writer" in {access.role for access in found}) == (not read_whole, read_whole)
    assert main(["first-look", str(file)]) == 0
    assert ("its last line has no end yet and was not read" in capsys.readouterr().out) == (not read_whole)


def test_wrong_coding_copies_and_logs_without_uses_are_reported(
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
