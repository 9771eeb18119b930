"""From where a simulation asks: one address for each part of the networks that are named."""

import pytest

from app.access import networks
from app.access.limits import Limits
from app.access.origins import origins
from app.access.rights import Grant, Snapshot, UserRights


def _told(*named: str, user: tuple[str, ...] | None = None) -> list[tuple[object, object]]:
    held = {
        number: Grant(number, 1, 2, "acme", (103,), limits=Limits(networks=(one,))) for number, one in enumerate(named)
    }
    people = {"ann": UserRights("ann", main="boss", roles=(1,)), "boss": UserRights("boss", networks=user)}
    rights = Snapshot("one", 1, people, held, frozenset(), {}, {})
    return [(one.address, one.named) for one in origins([rights, rights], "ann")]


def test_without_networks_one_question_is_enough() -> None:
    assert _told() == [(networks.ANYWHERE, None)]


@pytest.mark.parametrize(
    ("named", "addresses"),
    [
        (["10.0.0.0/8"], ["10.0.0.0"]),
        (["10.0.0.0/8", "10.0.0.0/16", "10.0.0.0/24"], ["10.0.1.0", "10.0.0.0", "10.1.0.0"]),
        (["10.0.0.0/8", "10.0.0.0/9", "10.128.0.0/9"], ["10.0.0.0", "10.128.0.0"]),
        (["::/0", "::/128"], ["::1", "::"]),
        (["255.255.255.255/32", "0.0.0.0/0"], ["0.0.0.0", "255.255.255.255"]),
        (["10.0.0.1/8"], []),
    ],
)
def test_each_part_has_an_address_of_its_own(named: list[str], addresses: list[str]) -> None:
    """In the network, and in none of those inside it; one that others fill has none."""
    *parts, elsewhere = _told(*named)
    assert elsewhere == (None, ("",))
    assert sorted(str(address) for address, _ in parts) == sorted(addresses)
    for address, told in parts:
        assert isinstance(told, tuple)
        assert networks.let_in(told, str(address))


def test_networks_of_the_main_account_count() -> None:
    assert _told(user=("10.0.0.0/8",)) == [("10.0.0.0", ("10.0.0.0/8",)), (None, ("",))]
