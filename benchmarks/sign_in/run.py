"""Signing in with a password: processor time beside that of the hash alone, and what others notice of it.

`python -m benchmarks.run sign_in`. The center is `python -m app run` as delivered: Argon2id, 19 MiB, 2 rounds, 2 slots,
on SQLite, and for two instances on PostgreSQL.
"""

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.postgresql import postgresql
from benchmarks.sign_in import others, share
from benchmarks.sign_in.center import another, serving

_ROUNDS, _OTHER_ROUNDS = 9, 6


def measure(*, quick: bool = False) -> list[dict[str, Any]]:
    """The rows."""
    shares, turns = (2, 2) if quick else (_ROUNDS, _OTHER_ROUNDS)
    with tempfile.TemporaryDirectory() as folder, postgresql("two") as (two,):
        place = Path(folder)
        with serving(place / "one", f"sqlite:///{place / 'center.db'}") as center:
            found = [*share.rows(center, shares), *others.rows(center, center, "", turns)]
        with serving(place / "first", two) as first, another(place / "second", first) as second:
            return [*found, *others.rows(first, second, " of another instance", turns)]
