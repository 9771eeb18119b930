"""Which addresses an application may register, and which of a request count as registered."""

import pytest

from app.tokens import redirects

APP = "https://app.example/callback"
LOOP = "http://127.0.0.1/callback"


@pytest.mark.parametrize(
    "address",
    [APP, f"{APP}?tenant=a", "https://app.example:8443/c", LOOP, "http://127.0.0.1:8080/c", "http://[::1]/c?a=b"],
)
def test_an_address_that_may_be_registered(address: str) -> None:
    assert redirects.is_registrable(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/callback",
        "//app.example/c",
        "http://app.example/c",
        "http://localhost/c",
        "http://127.0.0.1.evil.example/c",
        "http://127.0.0.1@evil.example/c",
        "http://127.0.0.1?x=/c",
        "http://127.0.0.1/c?code=x",
        "https://user@app.example/c",
        "https://%65vil.example/c",
        "https://app.example%2eevil.example/c",
        "https://[fe80::1%25eth0]/c",
        "https://*.app.example/c",
        "https://app.example/c#",
        "https://app.example/c#part",
        "https://app.example\\@evil.example/c",
        "https://app.example/c d",
        "https://app.example/c\n",
        "https://app.example:0/c",
        "https://app.example:99999/c",
        "https:///c",
        "https://äpp.example/c",
        "javascript:alert(1)",
        "data:text/html,x",
        "com.example.app:/c",
        "https://app.example/" + "a" * 512,
    ],
)
def test_an_address_that_may_not(address: str) -> None:
    assert not redirects.is_registrable(address)


@pytest.mark.parametrize(
    "address",
    [
        f"{APP}/",
        f"{APP}?",
        f"{APP}?a=b",
        f"{APP}#x",
        f"{APP}/../other",
        "https://app.example/Callback",
        "HTTPS://app.example/callback",
        "https://APP.example/callback",
        "https://app.example:443/callback",
        "https://app.example./callback",
        "https://app.example/%63allback",
        "https://app.example.evil.example/callback",
        "https://app.example@evil.example/callback",
        f" {APP}",
        f"{APP} ",
        "",
    ],
)
def test_nothing_but_the_registered_address_will_do(address: str) -> None:
    assert redirects.is_registered(APP, [APP])
    assert not redirects.is_registered(address, [APP], any_port=True)


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("http://127.0.0.1:1/callback", True),
        ("http://127.0.0.1:65535/callback", True),
        ("http://127.0.0.1:65536/callback", False),
        ("http://127.0.0.1:0/callback", False),
        ("http://127.0.0.1:80x/callback", False),
        ("http://127.0.0.1:8080/other", False),
        ("http://127.0.0.1:8080/callback?a=b", False),
        ("http://127.0.0.2:8080/callback", False),
        ("http://localhost:8080/callback", False),
        ("http://[::1]:8080/callback", False),
        ("https://127.0.0.1:8080/callback", False),
        ("http://127.0.0.1:8080@evil.example/callback", False),
    ],
)
def test_a_program_on_this_machine_listens_at_any_port(address: str, fits: bool) -> None:
    assert redirects.is_registered(address, [LOOP], any_port=True) is fits
    assert not redirects.is_registered(address, [LOOP])


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("http://127.0.0.1:8080/callback?a=b&c", True),
        ("http://127.0.0.1:8080/callback?a=b", False),
        ("http://127.0.0.1:8080/callback?c&a=b", False),
        ("http://127.0.0.1:8080/callback?a=b&c#x", False),
        ("http://127.0.0.1:8080/callback", False),
    ],
)
def test_only_the_port_of_an_address_on_this_machine_varies(address: str, fits: bool) -> None:
    """RFC 8252 §7.3."""
    assert redirects.is_registered(address, [f"{LOOP}?a=b&c"], any_port=True) is fits


def test_the_answer_joins_the_query_of_the_address() -> None:
    found = redirects.with_answer(f"{APP}?tenant=a%26b&empty=", {"code": "x&y", "state": None, "iss": "https://c"})
    assert found == f"{APP}?tenant=a%26b&empty=&code=x%26y&iss=https%3A%2F%2Fc"
