"""The command `usercenter broker-files` prints no secret."""

import datetime

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.conftest import SECRET

ASKED = ("broker-files", "one", "files", "--address", "pulsar://127.0.0.1:6650", "--admin-url")


def test_the_command_names_files_and_prints_no_secret(center: Center, terminal: Terminal) -> None:
    terminal.environment |= {
        "PUC_DATABASE_URL": center.settings.database_url,
        "PUC_SECRET_KEY": SECRET,
        "PUC_ISSUER": center.url,
    }
    ended = terminal(*ASKED, "http://127.0.0.1:8080")
    written, ends = ended.stdout.splitlines()
    assert written == "one: credential, broker.jwt, jwks.json, broker.conf written to files"
    in_a_year = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=365)
    assert ends.startswith(f"broker.jwt ends at {in_a_year:%Y-%m-%d} ")
    assert "puc_cluster_" not in ended.stdout + ended.stderr
    assert (
        f"userCenterCredentialFile={terminal.home}/files/credential"
        in (terminal.home / "files/broker.conf").read_text()
    )
    refused = terminal(*ASKED, "http://127.0.0.1:8081", status=1).stderr
    assert "registered with pulsar://127.0.0.1:6650 and http://127.0.0.1:8080" in refused
    (terminal.home / "blocked").write_text("")
    assert (
        "blocked"
        in terminal("broker-files", "one", "blocked/files", *ASKED[3:], "http://127.0.0.1:8080", status=2).stderr
    )
