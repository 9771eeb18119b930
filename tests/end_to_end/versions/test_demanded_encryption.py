"""A namespace that demands encryption, on a broker of each version: who does not encrypt is refused."""

import pytest

from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.provisioning.test_demanded_encryption import REFUSAL, demand, plain

pytestmark = pytest.mark.broker


def test_who_does_not_encrypt_is_refused(own: Business) -> None:
    writer, _ = own.service("unencrypted", WRITE_TOPIC)
    demand(own, "on")
    try:
        assert REFUSAL in plain(own, writer)
    finally:
        demand(own, None)
    assert plain(own, writer).startswith("OK ")
