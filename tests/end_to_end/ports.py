"""Free ports, whether somebody listens there, and the end of a process."""

import contextlib
import os
import signal
import socket
import subprocess
import urllib.error
import urllib.request


def free_ports(count: int) -> list[int]:
    """`count` different TCP ports that were free on loopback a moment ago."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


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
