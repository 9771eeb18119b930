"""The hash chain of the audit log: each entry's SHA-256 covers the entry before it. Pure; described in `docs/trail.md`.

Hashed is the entry as in `GET /api/v1/trail/export`, without `hash`, as canonical JSON in UTF-8.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Entry = Mapping[str, Any]
"""One line of the export."""
Kind = Literal["changed", "missing", "inserted", "reordered", "rewritten", "cut", "added"]

GENESIS = "0" * 64
"""The `previous_hash` of the first entry."""
FIELDS = (
    "id", "revision", "time", "actor", "credential", "address", "request_id", "action", "entity", "key", "cluster",
    "role", "before", "after",
)  # fmt: skip
"""The fields that are hashed together with `previous_hash`. An export line has these and both hashes."""


def link(previous_hash: str, entry: Entry) -> str:
    """The hash of an entry that follows the one with `previous_hash`. Hashes in the entry itself are ignored."""
    covered = {field: entry[field] for field in FIELDS}
    return hashlib.sha256(canonical({**covered, "previous_hash": previous_hash})).hexdigest()


def canonical(values: Entry) -> bytes:
    """JSON with sorted names, without blanks, with non-ASCII characters unescaped."""
    text = json.dumps(dict(values), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class ChainProblem:
    """What is wrong at an entry, with a sentence for people."""

    kind: Kind
    entry: int
    sentence: str


@dataclass(frozen=True, slots=True)
class TrailHead:
    """A revision and the hash of its last entry, as `GET /api/v1/trail/head` and the service's log show them."""

    revision: int
    hash: str

    @classmethod
    def parse(cls, text: str) -> "TrailHead":
        """`REVISION:HASH`. Raises ValueError."""
        revision, _, digest = text.strip().partition(":")
        if not (revision.isascii() and revision.isdigit() and len(revision) < 20):
            raise ValueError("a head is REVISION:HASH")
        if len(digest) != len(GENESIS) or set(digest.lower()) - set("0123456789abcdef"):
            raise ValueError("the hash of a head is 64 hexadecimal digits")
        return cls(int(revision), digest.lower())

    def __str__(self) -> str:
        return f"{self.revision}:{self.hash}"


@dataclass(frozen=True, slots=True)
class _SeenEntry:
    id: int
    revision: int
    hash: str


_START = _SeenEntry(0, 0, GENESIS)


@dataclass
class Verifier:
    """Verifies the export, which is fed to it entry by entry. `known`: heads that were kept outside the database.

    `after`: the head after which the export begins (`?after=`); without it the export has to be complete.
    """

    known: list[TrailHead] = field(default_factory=list)
    after: TrailHead | None = None
    entries: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        start = _START if self.after is None else _SeenEntry(-1, self.after.revision, self.after.hash)
        self._last, self._before_last = start, _SeenEntry(-1, 0, "")
        self._gap: tuple[range, ChainProblem] | None = None
        after = start.revision
        self._unmet = sorted((head for head in self.known if head.revision > after), key=lambda head: head.revision)

    def feed(self, entry: Entry) -> list[ChainProblem]:
        """The problems up to this entry. Some are reported one entry late."""
        self.entries += 1
        current = _SeenEntry(int(entry["id"]), int(entry["revision"]), str(entry["hash"]))
        intact = link(str(entry["previous_hash"]), entry) == current.hash
        found = [*self._own_problems(current, intact)]
        if self._last.id >= 0 and current.id <= self._last.id:
            return [*self._order_problems(current), *found]
        found[:0] = [*self._take_gap(), *self._heads_before(current)]
        found.extend(self._link_problems(current, str(entry["previous_hash"]), intact))
        self._before_last, self._last = self._last, current
        return found

    def finish(self, head: TrailHead | None = None) -> list[ChainProblem]:
        """The problems at the end. `head`: what the service names as newest (header X-Trail-Head)."""
        found = [*self._take_gap()]
        heads = [*self._unmet] if head is None else [*self._unmet, head]
        found.extend(problem for expected in heads for problem in self._ends_with(expected))
        if head is not None and head.revision < self._last.revision:
            sentence = f"entries after the head of revision {head.revision} were added past the service"
            found.append(ChainProblem("added", self._last.id, sentence))
        return found

    def _own_problems(self, seen: _SeenEntry, intact: bool) -> Iterator[ChainProblem]:
        if not intact:
            sentence = f"entry {seen.id} (revision {seen.revision}) was changed: its content does not match its hash"
            yield ChainProblem("changed", seen.id, sentence)

    def _order_problems(self, entry: _SeenEntry) -> Iterator[ChainProblem]:
        if entry.id == self._last.id:
            yield ChainProblem("inserted", entry.id, f"entry {entry.id} is there twice: one of them was inserted")
            return
        if self._gap is not None and entry.id in self._gap[0]:
            self._gap = None
        yield ChainProblem(
            "reordered", entry.id, f"entry {entry.id} stands after entry {self._last.id}: they were reordered"
        )

    def _link_problems(self, entry: _SeenEntry, previous_hash: str, intact: bool) -> Iterator[ChainProblem]:
        last = self._last
        if previous_hash == last.hash or not intact:
            return
        if previous_hash == self._before_last.hash:
            sentence = f"entry {last.id} was inserted: entry {entry.id} follows the one before it"
            yield ChainProblem("inserted", last.id, sentence)
        elif last.id < 0:
            yield ChainProblem("rewritten", entry.id, f"entry {entry.id} does not follow the head {self.after}")
        elif entry.id > last.id + 1:
            lost = range(last.id + 1, entry.id)
            which = f"entry {lost[0]} is" if len(lost) == 1 else f"entries {lost[0]} to {lost[-1]} are"
            self._gap = lost, ChainProblem("missing", lost[0], f"{which} missing before entry {entry.id}")
        else:
            sentence = f"entry {last.id} was changed: entry {entry.id} names another hash for what is before it"
            yield ChainProblem("changed", last.id, sentence)

    def _take_gap(self) -> Iterator[ChainProblem]:
        if self._gap is not None:
            yield self._gap[1]
            self._gap = None

    def _heads_before(self, entry: _SeenEntry) -> Iterator[ChainProblem]:
        while self._unmet and self._unmet[0].revision < entry.revision:
            head = self._unmet.pop(0)
            if head.hash != self._last.hash:
                sentence = f"the trail up to revision {head.revision} was rewritten: its hash was {head.hash}"
                yield ChainProblem("rewritten", self._last.id, sentence)

    def _ends_with(self, head: TrailHead) -> Iterator[ChainProblem]:
        last = self._last
        if head.hash == last.hash:
            return
        if head.revision > last.revision:
            sentence = f"the end is cut: the newest entry is of revision {last.revision}, but {head.revision} was there"
            yield ChainProblem("cut", last.id, sentence)
        elif head.revision == last.revision:
            sentence = f"the trail does not end as revision {head.revision} did: its end was cut or rewritten"
            yield ChainProblem("cut", last.id, sentence)
