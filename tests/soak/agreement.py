"""Asks Python, the plugin and the slow reference the same random questions.

`python -m tests.soak.agreement 200000 [SEED [LEDGER]]`: finished parts are noted in the ledger and not repeated, so
that a long run can be interrupted.

The plugin runs in one JVM (`AgreementRun`): it reads worlds with their questions from a socket and writes its answers
there, while Python and the reference answer the same ones here. Maven is asked only if the plugin's sources have
changed since they were compiled.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from app.access import token_scope
from app.access.decision import DecisionOptions, holds_authority
from app.access.names import ResourceName
from app.access.rights_snapshot import Snapshot, from_json
from tests.end_to_end.pulsar import quick_start
from tests.soak.drawn_scopes import world_of_claim
from tests.soak.reference import Answer, Reference
from tests.soak.worlds import ASKS_PER_WORLD, Block, blocks

TOP = Path(__file__).parents[2]
PLUGIN = TOP / "pulsar_plugins" / "broker"
PROGRAM = "io.github.pulsarusercenter.decision.AgreementRun"
AT_ONCE = 100_000


def compare(seed: int, cases: int, ledger: Path | None = None) -> Counter[str]:
    """Reason → how often it was given. Raises AssertionError with the first question on which two of them differ."""
    done = _reasons_by_part(ledger)
    with _the_plugin() as plugin:
        for part, start in enumerate(range(0, cases, AT_ONCE)):
            name = f"{seed}/{part}"
            if name not in done:
                began = time.monotonic()
                done[name] = _compare_part(plugin, seed * 1_000_003 + part, min(AT_ONCE, cases - start))
                if ledger:
                    entry = {"part": name, "seconds": round(time.monotonic() - began, 1), "reasons": done[name]}
                    with ledger.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(entry) + "\n")
    return sum((Counter(reasons) for reasons in done.values()), Counter())


def _reasons_by_part(ledger: Path | None) -> dict[str, dict[str, int]]:
    if ledger is None or not ledger.exists():
        return {}
    entries = map(json.loads, ledger.read_text(encoding="utf-8").splitlines())
    return {entry["part"]: entry["reasons"] for entry in entries}


def _compare_part(plugin: IO[str], seed: int, cases: int) -> dict[str, int]:
    reasons: Counter[str] = Counter()
    for block in blocks(seed, cases):
        plugin.write(block.line() + "\n")
        plugin.flush()
        snapshot, reference = _snapshot_after(block), Reference(block.world, block.options)
        ours = _python(block, snapshot)
        slow = [_verdict_line(*_slow(block, reference, *ask)) for ask in block.asks]
        theirs = [plugin.readline().rstrip("\n") for _ in block.asks]
        if not ours == theirs == slow:
            raise AssertionError(f"seed {seed}: {_first_difference(block, ours, theirs, slow)}")
        for who, authority, kind, name, now in block.holds:
            holds = holds_authority(snapshot, who, authority, ResourceName.of(kind, name), now)
            assert holds is reference.holds(who, authority, kind, name, now), (
                f"seed {seed}: holds {(who, authority, kind, name, now)}? python {holds}\n{block.line()}"
            )
        reasons.update(answer.split(" ", 2)[1] for answer in slow)
    return dict(reasons)


def _snapshot_after(block: Block) -> Snapshot:
    """The snapshot after all deltas; must be equal to the world's own."""
    snapshot = from_json(block.start)
    assert snapshot.by_role is not None  # the index is carried from snapshot to snapshot
    for delta in block.deltas:
        snapshot = snapshot.apply_delta(delta)
    assert snapshot.to_json() == from_json(block.world).to_json(), block.line()
    return snapshot


def _python(block: Block, snapshot: Snapshot) -> list[str]:
    options, roles = DecisionOptions(**block.options), {grant["id"]: grant["role"] for grant in block.world["grants"]}
    found = []
    for who, question, kind, name, subscription, now, address, claim in block.asks:
        resource, details = ResourceName.of(kind, name), {"subscription": subscription, "address": address}
        scope = None if claim is None else token_scope.read(claim)
        answer = token_scope.decide(snapshot, scope, who, question, resource, now=now, options=options, **details)
        assert [roles[grant] for grant in answer.grants] == list(answer.roles)
        found.append(_verdict_line(answer.allowed, answer.reason, list(answer.grants)))
    return found


def _slow(block: Block, reference: Reference, who: str, *arguments: Any) -> Answer:
    """The user's own answer, unless its token is narrowed to other things."""
    *question, claim = arguments
    answer = reference.answer(who, *question)
    if claim is None or not answer[0]:
        return answer
    own = Reference(world_of_claim(claim, who, block.world), block.options)
    return answer if own.answer(who, *question)[0] else (False, "TOKEN_SCOPE", [])


def _verdict_line(allowed: bool, reason: str, grants: list[int]) -> str:
    return f"{'allowed' if allowed else 'denied'} {reason} {grants}"


def _first_difference(block: Block, ours: list[str], theirs: list[str], slow: list[str]) -> str:
    for ask, python, java, reference in zip(block.asks, ours, theirs, slow, strict=True):
        if not python == java == reference:
            return f"{ask}\npython    {python}\njava      {java}\nreference {reference}\n{block.line()}"
    return "none"


@contextlib.contextmanager
def _the_plugin() -> Iterator[IO[str]]:
    """A JVM with the plugin's decision at the other end of a socket."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        command = [quick_start.java(), "-Xmx768m", "-XX:+UseSerialGC", "-cp", _class_path(), PROGRAM, port]
        server.settimeout(1)
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as jvm:
            with _accept_jvm(server, jvm) as connection, connection.makefile("rw", encoding="utf-8") as plugin:
                yield plugin
                connection.shutdown(socket.SHUT_WR)
            out = jvm.stdout.read() if jvm.stdout else ""
            assert jvm.wait() == 0, out[-4000:]


def _class_path() -> str:
    """The class path of the plugin's tests, with all classes as their sources are now."""
    stored = PLUGIN / "target" / "test-class-path"
    watched = [PLUGIN / "pom.xml", PLUGIN.parent / "pom.xml", TOP / "app/access/operations.json"]
    sources = [*watched, *(file for file in (PLUGIN / "src").rglob("*") if file.is_file())]
    if not stored.exists() or stored.stat().st_mtime <= max(file.stat().st_mtime for file in sources):
        command = ["mvn", "-B", "-ntp", "-q", "-f", str(PLUGIN / "pom.xml"), "process-test-classes"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-4000:]
    classes = [PLUGIN / "target" / name for name in ("test-classes", "classes")]
    return ":".join([*map(str, classes), stored.read_text(encoding="utf-8").strip()])


def _accept_jvm(server: socket.socket, jvm: subprocess.Popen[str]) -> socket.socket:
    while jvm.poll() is None:
        with contextlib.suppress(TimeoutError):
            connection = server.accept()[0]
            connection.settimeout(None)
            return connection
    raise AssertionError(jvm.stdout.read()[-4000:] if jvm.stdout else "Java ended")


if __name__ == "__main__":
    total = int(sys.argv[1])
    print(f"asking {total:,} questions of {total // ASKS_PER_WORLD:,} worlds", flush=True)
    given_seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    found = compare(given_seed, total, Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    for answer, times in found.most_common():
        print(f"{answer:26}{times:>12,}")
    print("Python, Java and the reference agree on all of them.")
