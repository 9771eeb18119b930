"""clients/python keeps halves in memory alone, as many as it may, and opens messages of one version at a time."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pulsar_user_center_keys import ConsumerKeys, KeyProblem, KeyRefused
from pulsar_user_center_keys.memory_file import MemoryFile

from tests.api.encryption import CREATED, rotate
from tests.api.given import Business
from tests.clients.places import RSA, path_of, place

pytestmark = pytest.mark.any_database


def test_files_lie_in_memory_sealed_and_are_not_inherited() -> None:
    file = MemoryFile(b"secret")
    path = Path(file.path)
    assert str(path.readlink()).startswith("/memfd:")
    for change in (lambda: path.write_bytes(b"other"), lambda: os.truncate(path, 0)):
        with pytest.raises(PermissionError):
            change()
    with path.open("rb") as reading:
        file.become(MemoryFile(b"next"))
        assert (reading.read(), path.read_bytes()) == (b"secret", b"next"), "who reads reads the whole of one"
    listed = [sys.executable, "-c", "import os; print([os.readlink(f'/proc/self/fd/{n}') for n in range(100)"
              " if os.path.exists(f'/proc/self/fd/{n}')])"]  # fmt: skip
    assert "memfd" not in subprocess.run(listed, capture_output=True, text=True, close_fds=False, check=True).stdout
    del file
    assert not path.is_symlink() or "memfd:key" not in str(path.readlink()), "forgotten with the object"


def test_without_linux_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create")
    with pytest.raises(OSError, match="needs Linux"):
        ConsumerKeys("https://center.example", lambda: "", CREATED)


class _Key:
    def __init__(self, key: str, **metadata: str) -> None:
        self.key, self.metadata = key, metadata


class _Message:
    """As Pulsar's client hands out one that it could not decrypt."""

    def __init__(self, *keys: _Key, failed: bool = True) -> None:
        self._keys, self._failed = keys, failed

    def encryption_context(self) -> Any:
        return self

    def is_decryption_failed(self) -> bool:
        return self._failed

    def keys(self) -> tuple[_Key, ...]:
        return self._keys

    def message_id(self) -> str:
        return "(1,2,-1,-1)"


def test_a_message_says_which_version_it_needs(orders: Business) -> None:
    with ConsumerKeys(*place(orders, orders.third)) as keys:
        assert keys.opened(_Message(failed=False))
        several = _Message(_Key("other@1"), _Key("orders", version="1"))
        assert not keys.opened(several), "one of its keys is enough"
        assert path_of(keys).read_bytes()
        other = _Message(_Key("orders@1"))
        assert not keys.opened(other), "not yet: the one before has opened nothing"
        assert keys._awaited == ("orders", "1")
        assert keys.opened(_Message(_Key("orders", version="1"), failed=False))
        assert [keys.opened(other) for _ in range(100)] == [False] * 100
        with pytest.raises(KeyRefused, match=r"message \(1,2,-1,-1\) is not encrypted for the key"):
            keys.opened(other)
        assert keys.opened(_Message(_Key("any@x"), failed=False))
        assert keys.opened(_Message(_Key("orders@1"), failed=False))
        with pytest.raises(KeyProblem):
            keys.opened(_Message(_Key("other@1")))
        with pytest.raises(KeyProblem, match="names no key"):
            keys.opened(_Message())


def test_a_forked_child_has_no_private_halves(orders: Business) -> None:
    with ConsumerKeys(*place(orders, orders.third), "orders@1") as keys:
        half = path_of(keys).read_bytes()
        with keys._lock:
            child = os.fork()
        if not child:
            status = 1
            try:
                keys.use("orders@1")
            except KeyRefused as refused:
                said = str(refused)
                files = [fd for fd in Path("/proc/self/fd").iterdir() if "memfd:" in os.path.realpath(fd)]
                held = [fd for fd in files if b"PRIVATE" in fd.read_bytes()]
                status = 0 if "closed" in said and files and not held else 2
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert path_of(keys).read_bytes() == half


def test_a_hundred_halves_are_remembered(orders: Business) -> None:
    with ConsumerKeys(*place(orders, orders.third), "orders@1") as keys:
        for number in range(2, 101):
            keys._halves["played", number] = MemoryFile()
        assert rotate(orders, **RSA).status_code == 201
        keys.use("orders@2")
        assert len(keys._halves) == 100
        assert ("orders", 1) not in keys._halves
