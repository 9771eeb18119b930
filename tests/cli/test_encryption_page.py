"""What docs/encryption.md does with openssl: a pair is made, and taken over, as the page says."""

import shlex
import shutil
import subprocess
from pathlib import Path

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster_with_orders

_PAGE = Path(__file__).parents[2] / "docs/encryption.md"


def test_the_commands_of_the_page_make_a_pair_that_is_taken_over(center: Center, root: Terminal) -> None:
    center.make(a_cluster_with_orders)
    lines = [line.partition("#")[0].strip() for line in _PAGE.read_text(encoding="utf-8").splitlines()]
    make, publish, plain = (shlex.split(line) for line in lines if line.startswith("openssl "))
    for command in (make, publish):
        subprocess.run(command, cwd=root.home, check=True, capture_output=True)
    shutil.copy(root.home / "ours.pem", root.home / "own.pem")
    shutil.copy(root.home / "ours.pub.pem", root.home / "own.pub.pem")
    subprocess.run(plain, cwd=root.home, check=True, capture_output=True)
    (create,) = (shlex.split(line) for line in lines if line.startswith("usercenter") and "plain.pem" in line)
    assert "RSA-3072" in root(*create[1:]).stdout
