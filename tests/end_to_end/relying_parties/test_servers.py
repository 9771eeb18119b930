"""Web servers that let nobody in who has not signed in, each running as it is delivered."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.ports import end, free_ports, listens
from tests.end_to_end.relying_parties import fetched
from tests.end_to_end.relying_parties.signing_in import ROLE, Browser, RegisteredClient, SigningCenter
from tests.end_to_end.waiting import wait_until

_CALLBACK = "/oauth2/callback"
_MODULES = ("mpm_event", "authn_core", "authz_core", "authz_user", "headers", "auth_openidc")
_APACHE = """
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
User www-data
Group www-data
PidFile {directory}/apache.pid
Mutex posixsem
ErrorLog /dev/stderr
DocumentRoot /usr/share
OIDCProviderMetadataURL {registered.issuer}/.well-known/openid-configuration
OIDCClientID {registered.client_id}
OIDCClientSecret {registered.secret}
OIDCRedirectURI http://127.0.0.1:{port}/oauth2/callback
OIDCCryptoPassphrase only-for-a-test
OIDCRemoteUserClaim sub
{pkce}
<Location />
  AuthType openid-connect
  Require valid-user
  Header always set X-User "expr=%{{REMOTE_USER}}"
</Location>
"""


def _apache(directory: Path, port: int, registered: RegisteredClient, pkce: str = "OIDCPKCEMethod S256") -> list[str]:
    modules = "\n".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in _MODULES)
    conf = directory / "apache.conf"
    conf.write_text(modules + _APACHE.format(directory=directory, port=port, registered=registered, pkce=pkce))
    return ["/usr/sbin/apache2", "-D", "FOREGROUND", "-f", str(conf)]


def _oauth2_proxy(
    _: Path, port: int, registered: RegisteredClient, pkce: str = "--code-challenge-method=S256"
) -> list[str]:
    return [
        *(
            fetched.oauth2_proxy(),
            "--provider=oidc",
            f"--oidc-issuer-url={registered.issuer}",
            "--oidc-email-claim=sub",
        ),
        *(
            "--scope=openid profile groups",
            f"--client-id={registered.client_id}",
            f"--client-secret={registered.secret}",
        ),
        *(f"--http-address=127.0.0.1:{port}", f"--redirect-url=http://127.0.0.1:{port}{_CALLBACK}"),
        *("--upstream=static://200", "--email-domain=*", "--cookie-secure=false", f"--cookie-secret={'c' * 32}"),
        *("--skip-provider-button", *pkce.split()),
    ]


@pytest.fixture
def port() -> int:
    return free_ports(1)[0]


@contextmanager
def _serving(command: list[str], directory: Path, port: int) -> Iterator[str]:
    """The program as a process that listens there; its address."""
    log = directory / "program.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
    try:
        wait_until(f"{command[0]}, see {log}", lambda: process.poll() is not None or listens(port), seconds=60)
        assert process.poll() is None, log.read_text()[-3000:]
        yield f"http://127.0.0.1:{port}/"
    finally:
        end(process)


def test_mod_auth_openidc(center: SigningCenter, browser: Browser, tmp_path: Path, port: int) -> None:
    registered = center.register(f"http://127.0.0.1:{port}{_CALLBACK}")
    with _serving(_apache(tmp_path, port, registered), tmp_path, port) as url:
        assert browser.visit(url).headers["X-User"] == "bob"


@pytest.mark.parametrize(("of_the_company", "groups"), [(True, [ROLE]), (False, None)])
def test_oauth2_proxy(
    center: SigningCenter, browser: Browser, tmp_path: Path, port: int, of_the_company: bool, groups: list[str] | None
) -> None:
    registered = center.register(f"http://127.0.0.1:{port}{_CALLBACK}", trusted=of_the_company)
    with _serving(_oauth2_proxy(tmp_path, port, registered), tmp_path, port) as url:
        assert browser.visit(url).text == "Authenticated"
        found = browser.visit(f"{url}oauth2/userinfo").json()
    assert (found["email"], found["preferredUsername"], found.get("groups")) == ("bob", "bob", groups)


@pytest.mark.parametrize("program", [_apache, _oauth2_proxy])
def test_without_pkce_the_center_refuses(
    center: SigningCenter, browser: Browser, tmp_path: Path, port: int, program: Callable[..., list[str]]
) -> None:
    registered = center.register(f"http://127.0.0.1:{port}{_CALLBACK}")
    with _serving(program(tmp_path, port, registered, ""), tmp_path, port) as url:
        page = browser.visit(url)
    assert "error=invalid_request&error_description=PKCE" in str(page.url)
    assert "bob" not in f"{page.headers}{page.text}"


def test_spring_security(center: SigningCenter, browser: Browser, tmp_path: Path, port: int) -> None:
    registered = center.register(f"http://127.0.0.1:{port}/login/oauth2/code/center")
    registration = {"client-id": registered.client_id, "client-secret": registered.secret, "scope": "openid,profile"}
    client = "--spring.security.oauth2.client"
    settings = [f"{client}.registration.center.{name}={value}" for name, value in registration.items()]
    settings += [f"{client}.provider.center.issuer-uri={registered.issuer}", f"--server.port={port}"]
    with _serving([*fetched.java("SpringProgram"), *settings], tmp_path, port) as url:
        assert browser.visit(url).text == "bob"
