"""Stand-ins for the images that docker-compose.yml and the Dockerfiles pull, made from Debian and Maven Central.

They are built in place of them: the files name the published images by digest, which nobody can pull here.
"""

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from tests.containers.podman import TOP, build, has_image, podman

PYTHON, POSTGRES = "localhost/stand-in-python:3.13", "localhost/stand-in-postgres:17"
NODE, MAVEN = "localhost/stand-in-node:24", "localhost/stand-in-maven:3.9"
IMAGES = {
    "PYTHON_IMAGE": PYTHON, "JAVA_IMAGE": PYTHON, "NODE_IMAGE": NODE, "MAVEN_IMAGE": MAVEN, "POSTGRES_IMAGE": POSTGRES,
    "BUSYBOX_IMAGE": PYTHON,
}  # fmt: skip
"""`ARG` or variable → what stands in for it. Debian's has Python and Java."""
_DEBIAN = "python3,python3-pip,python3-venv,ca-certificates,postgresql,openjdk-17-jre-headless,procps"
_ENTRY = """#!/bin/sh
set -eu
PATH=$(ls -d /usr/lib/postgresql/*/bin):$PATH
export PGDATA=/var/lib/postgresql/data/pgdata
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --encoding=UTF8 --no-locale -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" \\
    --auth-host=scram-sha-256 --auth-local=trust >/dev/null
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | postgres --single postgres >/dev/null
fi
exec postgres -c listen_addresses='*' -c unix_socket_directories=/tmp
"""
_POSTGRES = f"""FROM {PYTHON}
COPY entry.sh /entry.sh
RUN usermod -u 999 postgres && mkdir -p /var/lib/postgresql/data && chmod 1777 /var/lib/postgresql/data
STOPSIGNAL SIGINT
USER 999
CMD ["sh", "/entry.sh"]
"""
_NODE = f"""FROM {PYTHON}
COPY node /usr/bin/node
COPY npm /usr/lib/node_modules/npm
RUN ln -s /usr/lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
"""
_MAVEN = f"""FROM {PYTHON}
COPY jdk /opt/jdk
COPY maven /usr/share/maven
COPY etc-maven /etc/maven
COPY repository /root/.m2/repository
ENV JAVA_HOME=/opt/jdk
RUN ln -s /usr/share/maven/bin/mvn /usr/bin/mvn
"""


def make_for_the_center() -> None:
    """Make those that the center and its database need, if they are missing."""
    if not has_image(PYTHON):
        _debian()
    with tempfile.TemporaryDirectory() as place:
        _make_one(POSTGRES, _POSTGRES, Path(place) / "postgres", {})
        _make_one(NODE, _NODE, Path(place) / "node", _node_folders())


def make_all() -> None:
    """Make all that are missing. Minutes at the first time."""
    make_for_the_center()
    with tempfile.TemporaryDirectory() as place:
        _make_one(MAVEN, _MAVEN, Path(place) / "maven", _maven_folders())


def _make_one(name: str, text: str, place: Path, parts: dict[str, Path]) -> None:
    if has_image(name):
        return
    place.mkdir()
    (place / "entry.sh").write_text(_ENTRY)
    (place / "Containerfile").write_text(text)
    for part, source in parts.items():
        target = place / part
        if source.is_dir():
            shutil.copytree(source, target, ignore=_dangling)
        else:
            shutil.copy2(source, target)
    build(place / "Containerfile", name, place)


def _dangling(directory: str, names: list[str]) -> list[str]:
    # Not `ignore_dangling_symlinks`: it looks for the target of a relative link in the working directory.
    return [name for name in names if not Path(directory, name).exists()]


def _debian() -> None:
    """Debian with Python, PostgreSQL and Java, and this machine's certificates and way to packages."""
    with tempfile.TemporaryDirectory() as place:
        root, archive = Path(place) / "root", Path(place) / "root.tar"
        subprocess.run(["debootstrap", "--variant=minbase", f"--include={_DEBIAN}", "bookworm", str(root)], check=True)
        for file in ("etc/ssl/certs/ca-certificates.crt", "etc/pip.conf", "root/.npmrc"):
            if Path("/", file).exists():
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path("/", file), root / file)
        for marker in root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
            marker.unlink()
        (root / "usr/bin/python").symlink_to("python3")
        with tarfile.open(archive, "w") as tar:
            tar.add(root, ".")
        podman("import", archive, PYTHON, seconds=900)


def _node_folders() -> dict[str, Path]:
    found = subprocess.run([str(TOP / ".ci/node")], capture_output=True, text=True, check=True).stdout.strip()
    node = Path(found) / "node"
    return {"node": node.resolve(), "npm": (Path(found) / "npm").resolve().parents[1]}


def _maven_folders() -> dict[str, Path]:
    maven = Path(shutil.which("mvn") or "/usr/bin/mvn").resolve().parents[1]
    java = subprocess.run([str(TOP / ".ci/java-home")], capture_output=True, text=True, check=True).stdout.strip()
    configuration, repository = Path("/etc/maven"), Path(os.environ["HOME"]) / ".m2/repository"
    return {"jdk": Path(java), "maven": maven, "etc-maven": configuration, "repository": repository}
