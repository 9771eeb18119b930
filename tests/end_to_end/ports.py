"""Free ports, whether somebody listens there, and the end of a process."""

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator

_FIRST, _END = 10_100, 32_700
"""Above 10080, the highest port that browsers and Node refuse to call (https://fetch.spec.whatwg.org/#port-blocking).
Below the ports that Linux gives to outgoing connections: one of those took a port before its server started."""
_BLOCK = 100
_blocks: list[socket.socket] = []
"""What keeps other processes off the blocks of this one, until it ends."""


def free_ports(count: int) -> list[int]:
    """`count` different TCP ports of loopback where nothing listens, and that no other process of the tests gets."""
    return list(itertools.islice(_free, count))


def _ports() -> Iterator[int]:
    for first in range(_FIRST, _END, _BLOCK):
        if _is_ours(first):
            yield from filter(_is_free, range(first, first + _BLOCK))
    raise RuntimeError(f"no free port between {_FIRST} and {_END}")


def _is_ours(first: int) -> bool:
    block = socket.socket(socket.AF_UNIX)
    try:
        block.bind(f"\0ports of the tests {first}")  # the kernel frees this name when the process ends
    except OSError:
        block.close()
        return False
    _blocks.append(block)
    return True


def _is_free(port: int) -> bool:
    with socket.socket() as probe, contextlib.suppress(OSError):
        probe.bind(("127.0.0.1", port))
        return True
    return False


_free = _ports()


def listens(port: int) -> bool:
    """Whether something accepts connections on this loopback port."""
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def answers(url: str) -> bool:
    """Whether there is an HTTP answer, whatever its status."""
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False


def end(process: "subprocess.Popen[bytes]", sign: signal.Signals = signal.SIGTERM, seconds: float = 30) -> None:
    """End a process group that was started with `start_new_session=True`: by `sign`, then by SIGKILL."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
