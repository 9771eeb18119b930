"""Encrypts a file as a stream: AES-256-GCM in chunks of 64 KiB, by the STREAM construction, as age does.

(Hoang, Reyhanitabar, Rogaway, Vizár 2015.) The nonce is the chunk's number and whether it is the last one, so chunks
cannot be left out, repeated, reordered or cut off. Each file has a key of its own, derived from the given one and the
file's first line, which names the format and an id of the key that tells nothing about it.
"""

import io
import json
import os
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import SecretStr

from app.maintenance.backup.failures import DamagedError
from app.platform import sealing

FORMAT = 1
_CHUNK, _TAG, _LONGEST_HEAD = 65_536, 16, 1_000
_NAME = "pulsar-user-center backup"


class EncryptedFile(io.RawIOBase):
    """Encrypts what is written to it. `close` writes the last chunk; without it the file counts as cut off."""

    def __init__(self, file: BinaryIO, key: SecretStr) -> None:
        head = {"name": _NAME, "format": FORMAT, "key": key_id(key), "salt": os.urandom(32).hex()}
        line = json.dumps(head).encode() + b"\n"
        self._out, self._cipher, self._number, self._rest = file, _cipher(key, line), 0, bytearray()
        file.write(line)

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        plaintext = bytes(data)  # type: ignore[call-overload]
        self._rest += plaintext
        while len(self._rest) > _CHUNK:
            self._put(self._rest[:_CHUNK], last=False)
            del self._rest[:_CHUNK]
        return len(plaintext)

    def close(self) -> None:
        if not self.closed:
            self._put(self._rest, last=True)
        super().close()

    def _put(self, chunk: bytearray, *, last: bool) -> None:
        self._out.write(self._cipher.encrypt(_nonce(self._number, last=last), bytes(chunk), None))
        self._number += 1


class DecryptedFile(io.RawIOBase):
    """Reads what `EncryptedFile` wrote. Raises DamagedError where it is anything else."""

    def __init__(self, source: BinaryIO, key: SecretStr) -> None:
        line = source.readline(_LONGEST_HEAD)
        _check_head(line, key)
        self._source, self._cipher, self._number = source, _cipher(key, line), 0
        self._next, self._plain = source.read(_CHUNK + _TAG), memoryview(b"")
        self._at_end = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        while not self._plain and not self._at_end:
            self._plain = memoryview(self._take())
        space = memoryview(buffer)  # type: ignore[arg-type]
        count = min(len(space), len(self._plain))
        space[:count] = self._plain[:count]
        self._plain = self._plain[count:]
        return count

    def _take(self) -> bytes:
        """Opens the next chunk. Raises DamagedError."""
        chunk, self._next = self._next, self._source.read(_CHUNK + _TAG)
        self._at_end = not self._next
        try:
            plain = self._cipher.decrypt(_nonce(self._number, last=self._at_end), chunk, None)
        except InvalidTag:
            raise DamagedError(self._what_is_wrong(chunk)) from None
        self._number += 1
        return plain

    def _what_is_wrong(self, chunk: bytes) -> str:
        if self._at_end and (len(chunk) < _TAG or self._opens_as_inner(chunk)):
            return "the file is cut off: its end is missing"
        return f"the file is damaged or cut off in the {_CHUNK // 1024} KiB from byte {self._number * (_CHUNK + _TAG)}"

    def _opens_as_inner(self, chunk: bytes) -> bool:
        try:
            self._cipher.decrypt(_nonce(self._number, last=False), chunk, None)
        except InvalidTag:
            return False
        return True


def key_id(key: SecretStr) -> str:
    """The id by which a file names its key."""
    return sealing.derive_key(key, "id of a back-up's key")[:6].hex()


def _check_head(line: bytes, key: SecretStr) -> None:
    try:
        head = json.loads(line)
        name, form, used = head["name"], head["format"], head["key"]
    except (ValueError, KeyError, TypeError):
        raise DamagedError("the file is no back-up of a user center, or its first line is damaged") from None
    if name != _NAME:
        raise DamagedError("the file is no back-up of a user center")
    if form != FORMAT:
        raise DamagedError(f"the file has format {form}, which this version does not read: use the one that wrote it")
    if used != key_id(key):
        raise DamagedError("the file was made with another key than PUC_BACKUP_KEY (or its file) holds")


def _cipher(key: SecretStr, head: bytes) -> AESGCM:
    derive = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"pulsar-user-center backup v1 " + head)
    return AESGCM(derive.derive(key.get_secret_value().encode()))


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])
