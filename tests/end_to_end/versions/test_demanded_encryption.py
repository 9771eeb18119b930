"""A namespace that demands encryption, on a broker of each version: who does not encrypt is refused."""

import pytest

from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.provisioning.test_demanded_encryption import REFUSAL, demand, plain

pytestmark = pytest.mark.broker


def test_who_does_not_encrypt_is_refused(company: Business) -> None:
    writer, _ = company.service("unencrypted", WRITE_TOPIC)
    demand(company, "on")
    try:
        assert REFUSAL in plain(company, writer)
    finally:
        demand(company, None)
    assert plain(company, writer).startswith("OK ")
