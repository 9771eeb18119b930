"""The id of a run: the same inputs and settings give the same id on any machine."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path


def fingerprint(contents: Iterable[str], files: Iterable[Path], settings: Sequence[str]) -> str:
    """First 16 hex digits of SHA-256 over `settings`, `contents` (hashes), and names and contents of `files`."""
    total = hashlib.sha256("\n".join([*settings, *sorted(contents)]).encode())
    for path in files:
        with path.open("rb") as content:
            total.update(f"\n{path.name}\n{hashlib.file_digest(content, 'sha256').hexdigest()}".encode())
    return total.hexdigest()[:16]
