"""`usercenter users key`: a private key is made here, stays here, and opens the center."""

import stat
from pathlib import Path

from app.identity.models import ClientKey
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_service


def test_a_key_is_made_used_and_removed(center: Center, root: Terminal) -> None:
    center.make(a_service, "feeder")
    made = root("users", "key", "create", "feeder", "--file", "feeder.pem", "--days", "30")
    file = root.home / "feeder.pem"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    private = file.read_text()
    assert private.splitlines()[1] not in made.stdout + made.stderr
    assert "feeder.pem" in root("users", "key", "list", "feeder").stdout
    program = Terminal(root.home, {"PUC_SERVER": center.url, "PUC_CLIENT_ID": "feeder", "PUC_CLIENT_KEY": "feeder.pem"})
    assert "feeder" in program("whoami").stdout
    number = center.read(lambda s: s.query(ClientKey.id).scalar())
    root("users", "key", "remove", "feeder", str(number), "--yes", "--dry-run")
    program("whoami")
    root("users", "key", "remove", "feeder", str(number), "--yes")
    assert "invalid_client" in program("whoami", status=3).stderr


def test_an_existing_file_is_not_written_over(center: Center, root: Terminal) -> None:
    center.make(a_service, "feeder")
    (root.home / "feeder.pem").write_text("precious")
    root("users", "key", "create", "feeder", "--file", "feeder.pem", status=2)
    assert (root.home / "feeder.pem").read_text() == "precious"


def test_a_refused_key_leaves_no_file(center: Center, root: Terminal) -> None:
    center.make(a_service, "feeder")
    root("users", "key", "create", "feeder", "--file", "feeder.pem", "--network", "@nowhere", status=1)
    assert not (root.home / "feeder.pem").exists()


def test_a_private_key_is_not_sent(center: Center, root: Terminal) -> None:
    center.make(a_service, "feeder")
    root("users", "key", "create", "feeder", "--file", "feeder.pem")
    refused = root("users", "key", "register", "feeder", "--file", "feeder.pem", status=2)
    assert "private key" in refused.stderr
    (root.home / "key.jwk").write_text('{"kty": "EC", "d": "x"}')
    root("users", "key", "register", "feeder", "--file", "key.jwk", status=2)


def test_a_wrong_key_file_is_said(center: Center, terminal: Terminal) -> None:
    Path(terminal.home / "key.pem").write_text("hello")
    terminal.environment["PUC_CLIENT_KEY"] = "key.pem"
    assert "PUC_CLIENT_ID" in terminal("whoami", status=2).stderr
    terminal.environment["PUC_CLIENT_ID"] = "feeder"
    assert "cannot be read" in terminal("whoami", status=2).stderr
    terminal.environment["PUC_CLIENT_KEY"] = "nothing.pem"
    assert "cannot be read" in terminal("whoami", status=2).stderr
