"""Broker logs as containers, collectors, their tools and Pulsar's own settings write them.

stern: `cmd/cmd.go` of stern/stern; `docker service logs`: `cli/command/service/logs.go` of docker/cli; logcli:
`pkg/logcli/output` of grafana/loki; Grafana: `inspector/utils/download.ts`; journalctl: journalctl(1), `-o`.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

from spark_audit.sources.pulsar_logs import Access, Log

LOGS = Path(__file__).parent / "pulsar_logs"
VERSIONS = ("3.0.7", "4.0.8", "4.2.4", "5.0.1")
STAMP = "2026-11-21T20:00:00.123456789Z"
Form = Callable[[str], str]


def of_docker(line: str) -> str:
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
    values = re.split("(?:^|, )(?:" + "|".join(f"{field}=" for field in names) + ")", behind.removesuffix("}"))[1:]
    return said, dict(zip(names, values, strict=True))


def of_otel(line: str) -> str:
    head, _, said = line.partition(" - ")
    words, fields = _parted(said)
    attributes = {"thread.name": "pulsar-io-1", "code.namespace": head.rpartition(" ")[2], **fields}
    record = {"Timestamp": _utc(line), "SeverityText": "INFO", "Body": words, "Attributes": attributes}
    return json.dumps(record)


def _ecs(line: str) -> str:
    head, _, said = line.partition(" - ")
    words, fields = _parted(said)
    record = {"@timestamp": _utc(line), "ecs.version": "1.2.0", "log.level": "INFO", "message": words}
    return json.dumps({**record, "log.logger": head.rpartition(" ")[2], **fields})


def _utc(line: str) -> str:
    return line[:23].replace(",", ".") + "Z"


_POD = {"nodeName": "n", "namespace": "pulsar", "podName": "pulsar-broker-0", "containerName": "broker", "labels": {}}
FORMS: dict[str, Form] = {
    "as it is": lambda line: line,
    "CRI": lambda line: f"{STAMP} stdout F {line}",
    "CRI, in parts": _in_parts,
    "Docker's files": of_docker,
    "kubectl logs --timestamps": lambda line: f"{STAMP} {line}",
    "kubectl logs --prefix": lambda line: f"[pod/pulsar-broker-0/broker] {line}",
    "kubectl logs --prefix --timestamps": lambda line: f"[pod/pulsar-broker-0/broker] {STAMP} {line}",
    "docker compose logs, in colours": lambda line: f"\x1b[36mbroker-1  | \x1b[0m{line}",
    "colours": lambda line: re.sub(r"(INFO|WARN) ", "\x1b[32m\\1\x1b[m ", line),
    "journald": lambda line: f"Nov 21 20:00:00 broker-1 pulsar[812]: {line}",
    "journalctl -o short-precise": lambda line: f"Nov 21 20:00:00.123456 broker-1 pulsar[812]: {line}",
    "journalctl -o short-iso": lambda line: f"2026-11-21T20:00:00+0000 broker-1 pulsar[812]: {line}",
    "docker compose's in journald": lambda line: f"Nov  1 20:00:00 host docker[812]: broker-1  | {line}",
    "docker service logs": lambda line: f"pulsar_broker.1.x0mfxq0r8bm4@node-1    | {line}",
    "docker service logs --timestamps": lambda line: f"{STAMP} pulsar_broker.1.x0mfxq0r8bm4@node-1    | {line}",
    "stern": lambda line: f"pulsar-broker-0 pulsar-broker {line}",
    "stern --all-namespaces --timestamps": lambda line: f"pulsar pulsar-broker-0 pulsar-broker {STAMP} {line}",
    "stern -o json": lambda line: json.dumps({"message": line, **_POD}),
    "logcli": lambda line: f'2026-11-21T20:00:00+08:00 {{app="a}}\\"b", pod="pulsar-broker-0"}}    {line}',
    "logcli --no-labels": lambda line: f"2026-11-21T20:00:00Z {line}",
    "logcli -o jsonl": lambda line: json.dumps({"labels": {"pod": "b-0"}, "line": line, "timestamp": STAMP}),
    "Grafana's text": lambda line: f"1795291200123\t2026-11-21T20:00:00.123Z\t{line}",
    "Grafana's text until 9": lambda line: f"2026-11-21 20:00:00.123\t{line}",
    "filebeat": lambda line: json.dumps({"@timestamp": STAMP, "log": {"offset": 1}, "message": line, "host": {}}),
    "fluentd, without the time": lambda line: json.dumps({"log": f"{line}\n", "stream": "stdout"}),
    "Pulsar's JSON": of_otel,
    "Pulsar's JSON by stern": lambda line: f"pulsar-broker-0 pulsar-broker {of_otel(line)}",
    "Pulsar's JSON of the Elastic Common Schema": _ecs,
    "Pulsar's JSON in Docker's files": lambda line: of_docker(of_otel(line)),
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


def fields_of(access: Access) -> tuple[object, ...]:
    return access.time, access.role, access.via, access.op, access.dec, access.place, access.sub, access.address
