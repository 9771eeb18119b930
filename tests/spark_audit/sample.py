"""Realistic access events and an export of a small company over two weeks, always the same."""

import gzip
import io
import json
import random
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.spark_audit import histories

Line = dict[str, Any]
START = int(datetime(2026, 11, 7, tzinfo=UTC).timestamp()) * 1000
DAY = 86_400_000
DAYS = 3
"""Days of the run that most tests use."""
_BOOTS = {"broker-1": "5f0c2b1e-1a2b-4c3d-8e4f-000000000001", "broker-2": "5f0c2b1e-1a2b-4c3d-8e4f-000000000002"}
_ROLES = {
    1: ("order-service", ["order-service"]), 2: ("billing-service", ["billing-service"]),
    3: ("订单分析 analytics", ["analytics", "ana.lopez"]), 4: ("warehouse-feed", ["warehouse-feed"]),
    5: ("platform-admins", ["root-admin"]), 6: ("legacy-batch", ["legacy-batch"]), 7: ("li.wei", ["li.wei"]),
    8: ("fraud-check", ["fraud-check", "fraud-canary"]),
}  # fmt: skip
# grant, role, type, resource, authorities, until_rev, add_time in days before the start
_GRANTS = [
    (1, 1, 4, "standalone/acme/orders/created", [302], None, 200),
    (2, 1, 3, "standalone/acme/orders", [302, 303], None, 200),
    (3, 2, 4, "standalone/acme/orders/created", [303], None, 200),
    (4, 2, 3, "standalone/acme/billing", [302, 303], None, 120),
    (5, 3, 2, "standalone/acme", [103], None, 90),
    (6, 3, 3, "standalone/acme/orders", [203], None, 60),
    (7, 4, 4, "standalone/acme/stock/moves", [302], None, 45),
    (8, 4, 3, "standalone/acme/billing", [303], None, 45),
    (9, 5, 0, "*", [4], None, 400),
    (10, 6, 2, "standalone/acme", [102, 103, 104], None, 400),
    (11, 7, 3, "standalone/acme/orders", [204], None, -10),
    (12, 8, 4, "standalone/acme/payments/settled", [303], 40, 80),
    (13, 8, 3, "standalone/acme/payments", [303], None, 30),
    (14, 7, 4, "standalone/acme/stock/moves", [301, 303], None, 70),
]  # fmt: skip
CENTER_USES: list[Line] = [
    {"grant": 9, "date": "2026-11-08", "n": 2, "first": START + DAY, "last": START + DAY + 60_000}
]
"""A change by the platform's administrator at the center."""
# user, action, op, resource, covering grants, uses a day
_TRAFFIC = [
    ("order-service", 3, "PRODUCE", "standalone/acme/orders/created", [1, 2], 40),
    ("order-service", 3, "PRODUCE", "standalone/acme/orders/cancelled", [2], 12),
    ("billing-service", 2, "CONSUME", "standalone/acme/orders/created", [3], 30),
    ("billing-service", 3, "PRODUCE", "standalone/acme/billing/invoices", [4], 25),
    ("analytics", 2, "CONSUME", "standalone/acme/orders/created", [6, 5], 9),
    ("analytics", 2, "CONSUME", "standalone/acme/billing/invoices", [5], 6),
    ("warehouse-feed", 3, "PRODUCE", "standalone/acme/stock/moves", [7], 18),
    ("root-admin", 4, "UNLOAD", "standalone/acme/orders/created", [9], 1),
    ("fraud-check", 2, "CONSUME", "standalone/acme/payments/settled", [12, 13], 14),
]
_DENIED = [
    ("warehouse-feed", 2, "CONSUME", "standalone/acme/orders/created", "NO_GRANT", 22),
    ("fraud-canary", 3, "PRODUCE", "standalone/acme/payments/settled", "NO_GRANT", 4),
    ("old-laptop", 2, "CONSUME", "standalone/acme/billing/invoices", "UNKNOWN_PRINCIPAL", 7),
    ("legacy-batch", 3, "PRODUCE", "standalone/acme/orders/created", "USER_DISABLED", 3),
]


def grants() -> list[Line]:
    """The lines of the export."""
    return [
        {"grant": number, "cluster": "standalone", "role": role, "role_name": _ROLES[role][0], "type": kind, "res": res,
         "authorities": authorities, "from_rev": 5, "until_rev": until_rev, "valid_from": None, "valid_until": None,
         "add_time": START - days * DAY, "granted_by": "root-admin", "users": _ROLES[role][1]}
        for number, role, kind, res, authorities, until_rev, days in _GRANTS
    ]  # fmt: skip


def events(days: int = 14, seed: int = 7) -> dict[str, list[Line]]:
    """File of a broker → its event lines, in the order of writing."""
    chance = random.Random(seed)
    files: dict[str, list[Line]] = {}
    for broker, boot in _BOOTS.items():
        lines = [line for day in range(days) for line in _day(chance, day)]
        lines.sort(key=lambda line: int(line["time"]))
        numbered = [{"uid": f"{boot}-{seq}", "seq": seq, **line} for seq, line in enumerate(lines, 1)]
        files[f"{broker}-{boot}-{START}.jsonl"] = numbered
    return files


def write(directory: Path, days: int = 14) -> tuple[Path, Path]:
    """Write the sample; returns the directory of the events and that of the history."""
    target = directory / "events"
    target.mkdir(parents=True)
    for file, lines in events(days).items():
        (target / file).write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    history = histories.write(directory / "history", grants(), center_uses=CENTER_USES)
    manifest = {"v": 1, "center": "5f0c", "epoch": "e1", "revision": 50, "time": START + 30 * DAY}
    (history / "manifest.json").write_text(json.dumps(manifest))
    return target, history


def tree(out: Path) -> dict[str, bytes]:
    """Path → bytes of every file below `out`, without names that begin with a dot (caches)."""
    files = (path for path in sorted(out.rglob("*")) if path.is_file() and not path.name.startswith("."))
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def results(done: dict[str, bytes]) -> dict[str, bytes]:
    """The unpacked files of the results that the pointer names, with paths relative to these results."""
    place = json.loads(done["current.json"])["path"] + "/"
    return unpacked({path.removeprefix(place): text for path, text in done.items() if path.startswith(place)})


def unpacked(files: dict[str, bytes]) -> dict[str, bytes]:
    """`a.gz` becomes `a`, each member of `a.zip` becomes `a/member`; other files stay."""
    found: dict[str, bytes] = {}
    for name, content in files.items():
        if name.endswith(".zip"):
            archive = zipfile.ZipFile(io.BytesIO(content))
            found |= {f"{name.removesuffix('.zip')}/{member}": archive.read(member) for member in archive.namelist()}
        else:
            packed = name.endswith(".gz")
            found[name.removesuffix(".gz")] = gzip.decompress(content) if packed else content
    return found


def _day(chance: random.Random, day: int) -> list[Line]:
    weekend = 0.4 if (datetime.fromtimestamp(START / 1000 + day * 86_400, UTC).weekday() > 4) else 1.0
    lines = []
    for user, act, op, res, covering, often in _TRAFFIC:
        gone = day >= 9 and 12 in covering
        grants_now = [grant for grant in covering if not (gone and grant == 12)]
        for _ in range(max(1, int(often * weekend * chance.uniform(0.7, 1.3) / 2))):
            line = _line(chance, day, user, act, op, res) | {"dec": 1, "code": "GRANTED", "grants": grants_now}
            lines.append(line | {"rev": 45 if gone else 30, "kind": chance.choice([0, 0, 0, 2])})
    for user, act, op, res, code, often in _DENIED:
        for _ in range(int(often * weekend * chance.uniform(0, 1.2))):
            lines.append(_line(chance, day, user, act, op, res) | {"dec": 2, "code": code, "rev": 30, "kind": 0})
    probe = _line(chance, day, "ana.lopez", 2, "GET_TOPICS", "standalone/acme/orders")
    return [*lines, probe | {"dec": 1, "code": "GRANTED", "grants": [6, 5], "rev": 30, "kind": 1}]


def _line(chance: random.Random, day: int, user: str, act: int, op: str, res: str) -> Line:
    n = chance.choice([1, 1, 1, 1, 6])
    time = START + day * DAY + chance.randrange(DAY - 120_000)
    merged = {"n": n, "t_end": time + 50_000} if n > 1 else {}
    return {"time": time, **merged, "act": act, "op": op, "user": user, "res": res, "rtype": "topic", "us": 1,
            "ip": f"10.0.{act}.{len(user)}", "v": 1}  # fmt: skip
