"""Libraries that applications are written with, each in a small program: it prints where the browser goes, and reads
where it came back to."""

import subprocess

import pytest

from tests.end_to_end.relying_parties import fetched
from tests.end_to_end.relying_parties.signing_in import Browser, RegisteredClient, SigningCenter

_CALLBACK = "http://127.0.0.1/callback"
_LIBRARIES = {
    "Nimbus": lambda: fetched.java("NimbusProgram"),
    "openid-client": lambda: fetched.node("openid_client.mjs"),
    "oidc-client-ts": lambda: fetched.node("oidc_client_ts.mjs"),
}


def _says(library: str, registered: RegisteredClient, browser: Browser, port_of_issuer: str = "") -> tuple[int, str]:
    """How the program ends, and what it says of who is signed in. `port_of_issuer`: as if another server answered."""
    command = [*_LIBRARIES[library](), registered.issuer, registered.client_id, registered.secret, _CALLBACK]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        back = browser.answer(program.stdout.readline().strip())
        port = registered.issuer.rpartition(":")[2]
        said, _ = program.communicate(back.replace(f"%3A{port}", f"%3A{port_of_issuer or port}") + "\n")
    return program.returncode, said.strip()


@pytest.mark.parametrize("library", _LIBRARIES)
def test_bob_signs_in(center: SigningCenter, browser: Browser, library: str) -> None:
    registered = center.register(_CALLBACK, confidential=library != "oidc-client-ts")
    assert _says(library, registered, browser) == (0, "bob")


@pytest.mark.parametrize("library", ["Nimbus", "openid-client"])
def test_the_answer_of_another_server_is_refused(center: SigningCenter, browser: Browser, library: str) -> None:
    """RFC 9207: the answer names who gave it."""
    status, said = _says(library, center.register(_CALLBACK), browser, port_of_issuer="1")
    assert (status != 0, said) == (True, "")
