"""podman on a machine without a registry, without Docker, and without the right to set limits of processes."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

TOP = Path(__file__).parents[2]
_RUNTIME = str(Path(__file__).with_name("runc_without_limits.py"))
_PACKAGES = ("podman", "buildah", "runc", "debootstrap", "netavark", "aardvark-dns", "iptables", "catatonit")


def install() -> None:
    """Install what is missing: podman and what it and the stand-ins need."""
    if not (shutil.which("podman") and shutil.which("catatonit")):
        subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", *_PACKAGES], check=True)


def podman(*arguments: str | Path, seconds: int = 120) -> str:
    """Run one command; answers what it printed. Raises RuntimeError with what it said."""
    done = subprocess.run(
        ["podman", "--runtime", _RUNTIME, *map(str, arguments)],
        cwd=TOP, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"podman {arguments[0]}: {(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def build(file: Path, name: str, context: Path = TOP, images: Mapping[str, str] = MappingProxyType({})) -> None:
    """Build an image from what is on this machine. `images`: for the `ARG …_IMAGE` of the file."""
    arguments = [f"--build-arg={key}={value}" for key, value in images.items() if f"ARG {key}=" in file.read_text()]
    podman("build", "-q", "--pull=never", "--isolation", "chroot", "--network", "host", *arguments,
           "-f", file, "-t", name, context, seconds=3600)  # fmt: skip


def has_image(name: str) -> bool:
    """True when it was built or imported before."""
    return bool(podman("images", "-q", name).strip())


def logs(container: str) -> str:
    """What it printed so far, on both outputs."""
    done = subprocess.run(["podman", "logs", container], capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr
