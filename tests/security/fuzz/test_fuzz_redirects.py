"""Redirect addresses of any form: registered only when every reader finds the same host in them, and answered only when
they are the registered ones."""

from urllib.parse import urlsplit

import httpx
from hypothesis import strategies as st

from app.tokens import redirects
from tests.security.fuzz.drawing import ANY_TEXT, changed
from tests.security.fuzz.fuzzing import amounts, fuzz

REGISTERED = ("https://desk.example/callback?tenant=acme", "http://127.0.0.1/callback", "http://[::1]:7000/cb")
TRICKS = st.sampled_from(
    [
        "@evil.example",
        "\\@evil.example",
        "#@evil.example",
        "/../evil",
        "%2e%2e/",
        ".evil.example",
        "?a=b",
        "//",
        "\t",
        ";",
    ]
)
ADDRESSES = (
    st.one_of([changed(address) for address in REGISTERED]) | ANY_TEXT
    | st.tuples(st.sampled_from(REGISTERED), st.integers(0, 30), TRICKS).map(
        lambda all_: all_[0][: all_[1]] + all_[2] + all_[0][all_[1] :]
    )
    | st.tuples(st.sampled_from(["https://", "http://", "javascript:", "data:", "https:/"]), ANY_TEXT).map("".join)
)  # fmt: skip


@amounts(400, 20_000)
def test_every_reader_finds_the_same_host_in_what_may_be_registered(examples: int) -> None:
    def check(address: str) -> None:
        if redirects.is_registrable(address):
            ours, theirs = urlsplit(address), httpx.URL(address)
            assert ours.scheme == theirs.scheme
            assert ours.scheme in ("https", "http")
            assert (ours.hostname or "").strip("[]") == theirs.host
            assert not ours.fragment
            assert "@" not in ours.netloc
            assert ours.scheme == "https" or theirs.host in ("127.0.0.1", "::1")

    fuzz(examples, ADDRESSES, check)


@amounts(400, 20_000)
def test_only_registered_addresses_get_answers(examples: int) -> None:
    def check(address: str) -> None:
        assert redirects.is_registered(address, REGISTERED) is (address in REGISTERED)
        if redirects.is_registered(address, REGISTERED, any_port=True) and address not in REGISTERED:
            without = urlsplit(address)._replace(netloc=urlsplit(address).hostname or "")
            assert without.netloc in ("127.0.0.1", "::1")
            assert without.path in ("/callback", "/cb")
            assert (without.query, without.fragment) == ("", "")

    fuzz(examples, ADDRESSES, check)


@amounts(300, 10_000)
def test_an_answer_goes_where_the_address_leads(examples: int) -> None:
    def check(both: tuple[str, str]) -> None:
        address, state = both
        if redirects.is_registrable(address):
            answered = redirects.with_answer(address, {"state": state, "code": "c"})
            assert urlsplit(answered).netloc == urlsplit(address).netloc
            assert urlsplit(answered).path == urlsplit(address).path
            assert answered.isprintable()
            assert httpx.URL(answered).params.get_list("code")[-1] == "c"

    fuzz(examples, st.tuples(ADDRESSES, st.text(max_size=30)), check)
