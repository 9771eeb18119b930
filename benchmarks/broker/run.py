"""What the plugin costs a real broker, and how fast a revocation reaches open connections."""

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.broker import revocations, throughput


def measure() -> list[dict[str, Any]]:
    """The rows for `make bench`; some five minutes."""
    with tempfile.TemporaryDirectory() as directory:
        return [*revocations.measure(Path(directory) / "revocations"), *throughput.measure(Path(directory) / "three")]
