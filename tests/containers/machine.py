"""A Debian with systemd as its first process, in namespaces of its own: no container engine, loopback as network."""

import shutil
import subprocess
from pathlib import Path

_PACKAGES = "systemd,dbus,python3-venv,postgresql,haproxy,curl,openssl,iproute2,procps"
_OUTSIDE = """set -eu
mount --make-rprivate /
mkdir -p "$1.cgroup" && mount -t cgroup2 none "$1.cgroup"
mkdir -p "$1.cgroup/${1##*/}" && echo $$ >"$1.cgroup/${1##*/}/cgroup.procs"
exec unshare --cgroup --pid --uts --ipc --net --mount --fork sh -euc "$2" - "$1"
"""
_INSIDE = """cd "$1"
mount --bind . . && cd "$1"
mount -t proc proc proc && mount -t sysfs sysfs sys && mount -t cgroup2 none sys/fs/cgroup
mount -t tmpfs tmpfs run && mount -t tmpfs tmpfs dev && mkdir dev/pts dev/shm && mount -t devpts devpts dev/pts
for device in null zero full random urandom tty; do touch dev/$device && mount --bind /dev/$device dev/$device; done
ip link set lo up
hostname center
pivot_root . mnt
exec chroot . sh -c 'umount -l /mnt && exec env -i container=other PATH=/usr/sbin:/usr/bin /lib/systemd/systemd'
"""
_UNIT = """[Unit]
After=postgresql.service dbus.service
[Service]
Type=oneshot
WorkingDirectory=/drill
ExecStart=/bin/bash /drill/commands.sh
ExecStopPost=/bin/systemctl --no-block poweroff
StandardOutput=file:/drill/printed
StandardError=inherit
Environment=HOME=/root
"""


class Machine:
    """`root`: its files. Made at once; `run` starts it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        command = ["debootstrap", "--variant=minbase", f"--include={_PACKAGES}", "bookworm", str(root)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (root / "drill").mkdir()

    def give(self, source: Path, name: str) -> None:
        """A file or directory, below the directory in which the commands run."""
        target = self.root / "drill" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copyfile(source, target)

    def run(self, commands: str, seconds: int = 600) -> str:
        """Start it, carry out the commands in bash as root, and switch it off; answers what they printed."""
        (self.root / "drill/commands.sh").write_text(commands)
        unit = self.root / "etc/systemd/system/drill.service"
        unit.write_text(_UNIT)
        wants = unit.with_name("multi-user.target.wants") / unit.name
        wants.unlink(missing_ok=True)
        wants.symlink_to("../drill.service")
        outside = ["unshare", "--mount", "--fork", "--kill-child", "sh", "-c", _OUTSIDE, "-", str(self.root), _INSIDE]
        subprocess.run(outside, check=False, timeout=seconds, stdin=subprocess.DEVNULL, capture_output=True)
        return (self.root / "drill/printed").read_text(encoding="utf-8", errors="replace")
