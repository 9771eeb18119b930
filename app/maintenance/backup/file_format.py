"""The content of a back-up: lines of JSON, compressed, then encrypted.

A line of facts; for each table a line with its columns, a line for each row, and a line with their number and SHA-256;
at the end the number of all rows, the SHA-256 of everything before, and the ids that the next rows get.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, BinaryIO, cast

from pydantic import SecretStr

from app.maintenance.backup.encryption import DecryptedFile, EncryptedFile
from app.maintenance.backup.failures import BackupError, DamagedError
from app.maintenance.backup.tables import Row

_AT_A_TIME = 1_000
_LEVEL = 3


@dataclass(frozen=True)
class BackupHeader:
    """What a back-up is of: made when (epoch ms), by which version, from which kind of database and schema, and which
    state of the center it holds. `key_id`: an id of PUC_SECRET_KEY, also if it seals nothing; "" in older files."""

    made: int
    version: str
    database: str
    schema: str
    epoch: str
    revision: int
    head_id: int
    head_hash: str
    key_id: str = ""


@dataclass(frozen=True)
class TableBegin:
    """A table begins."""

    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class TableRows:
    """Some of its rows."""

    rows: list[Row]


@dataclass(frozen=True)
class FileEnd:
    """The whole file was read, and is what was written."""

    tables: int
    rows: int
    next_ids: Mapping[str, int]


Part = BackupHeader | TableBegin | TableRows | FileEnd


class Writer:
    """Writes a back-up into `file`. Without `end` it is no back-up."""

    def __init__(self, file: BinaryIO, key: SecretStr, header: BackupHeader) -> None:
        self._encrypting = EncryptedFile(file, key)
        self._out = gzip.GzipFile("", "wb", _LEVEL, cast(BinaryIO, self._encrypting), mtime=0)
        self._all, self._tables, self._rows = hashlib.sha256(), 0, 0
        self._line({"facts": asdict(header)})

    def table(self, name: str, columns: Sequence[str], parts: Iterator[list[Row]]) -> Iterator[int]:
        """Write a table. Yields how many of its rows are written, now and then."""
        self._line({"table": name, "columns": list(columns)})
        digest, count = hashlib.sha256(), 0
        for rows in parts:
            text = "".join(_encode(name, row) for row in rows).encode()
            digest.update(text)
            self._put(text)
            count += len(rows)
            yield count
        self._line({"end": name, "rows": count, "sha256": digest.hexdigest()})
        self._tables, self._rows = self._tables + 1, self._rows + count

    def end(self, next_ids: Mapping[str, int]) -> int:
        """Write the end. Returns the number of rows."""
        whole = {"tables": self._tables, "rows": self._rows, "next_ids": dict(next_ids)}
        self._line({"whole": {**whole, "sha256": self._all.hexdigest()}})
        self._out.close()
        self._encrypting.close()
        return self._rows

    def _line(self, content: Mapping[str, Any]) -> None:
        self._put(json.dumps(content, ensure_ascii=False).encode() + b"\n")

    def _put(self, text: bytes) -> None:
        self._all.update(text)
        self._out.write(text)


def _encode(table: str, row: Row) -> str:
    try:
        return json.dumps(list(row), ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"
    except (TypeError, ValueError) as error:
        raise BackupError(f"{table} holds a value that a back-up cannot: {error}") from None


def read(source: BinaryIO, key: SecretStr) -> Iterator[Part]:
    """The parts in their order, checked. Raises DamagedError as soon as something is not what was written; all is well
    when `FileEnd` came."""
    lines = _LineReader(source, key)
    try:
        facts = lines.next()["facts"]
        yield BackupHeader(**{field.name: facts[field.name] for field in fields(BackupHeader) if field.name in facts})
        tables = rows = 0
        while "whole" not in (line := lines.next(keep=True)):
            yield TableBegin(line["table"], tuple(line["columns"]))
            count = yield from _rows(lines, line["table"])
            tables, rows = tables + 1, rows + count
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedError(f"the file holds what no back-up does: {type(error).__name__}") from None
    whole = line["whole"]
    if (tables, rows, lines.before) != (whole["tables"], whole["rows"], whole["sha256"]) or lines.more():
        raise DamagedError("the file does not hold what its last line says")
    yield FileEnd(tables, rows, whole["next_ids"])


def _rows(lines: "_LineReader", table: str) -> Generator[Part, None, int]:
    digest, count, rows = hashlib.sha256(), 0, list[Row]()
    while isinstance(line := lines.next(), list):
        digest.update(lines.raw)
        rows.append(line)
        count += 1
        if len(rows) == _AT_A_TIME:
            yield TableRows(rows)
            rows = []
    if rows:
        yield TableRows(rows)
    if (line["end"], line["rows"], line["sha256"]) != (table, count, digest.hexdigest()):
        raise DamagedError(f"the rows of {table} are not those that were written")
    return count


class _LineReader:
    """The decrypted lines, with the SHA-256 of those before the last one."""

    def __init__(self, source: BinaryIO, key: SecretStr) -> None:
        self._in = gzip.GzipFile("", "rb", fileobj=cast(BinaryIO, DecryptedFile(source, key)))
        self._all, self.raw, self.before = hashlib.sha256(), b"", ""

    def next(self, *, keep: bool = False) -> Any:
        """The next line. `keep`: remember the digest of what is before it."""
        if keep:
            self.before = self._all.hexdigest()
        self.raw = self._read()
        if not self.raw:
            raise DamagedError("the file is cut off: its last line is missing")
        self._all.update(self.raw)
        return json.loads(self.raw)

    def more(self) -> bool:
        return bool(self._read())

    def _read(self) -> bytes:
        try:
            return self._in.readline()
        except (OSError, EOFError, zlib.error):
            raise DamagedError("the file is damaged or cut off: its content cannot be unpacked") from None
