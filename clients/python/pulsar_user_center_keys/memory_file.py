"""Files that lie in memory alone, for a library that reads keys by path."""

import fcntl
import os


class MemoryFile:
    """A sealed file without a place on any disk. `path` is good in this process, as long as this object is there.

    Raises OSError where there are none: outside Linux."""

    def __init__(self, content: bytes = b"") -> None:
        if not hasattr(os, "memfd_create"):
            raise OSError("pulsar_user_center_keys needs Linux: it keeps keys in files that lie in memory alone")
        self._fd = os.memfd_create("key", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        self.path = f"/proc/self/fd/{self._fd}"
        os.write(self._fd, content)
        seals = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
        fcntl.fcntl(self._fd, fcntl.F_ADD_SEALS, seals)

    def become(self, other: "MemoryFile") -> None:
        """Lead the path to the other's content, at once: nobody reads half of it."""
        os.dup2(other._fd, self._fd, inheritable=False)

    def __del__(self) -> None:
        if hasattr(self, "_fd"):
            os.close(self._fd)
