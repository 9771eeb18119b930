"""The weights of suggestions as a file tells them."""

import pytest

from spark_audit.suggest.prices import READ, RISKS, WRITE, Prices, read


def test_missing_prices_keep_their_defaults() -> None:
    """One risk changed, the others as they were."""
    assert read("{}") == Prices()
    changed = read('{"grant": 2, "risk": {"read": 0.5}, "most_adds": 3}')
    assert (changed.grant, changed.most_adds, changed.risk[READ], changed.risk[WRITE]) == (2, 3, 0.5, RISKS[WRITE])


@pytest.mark.parametrize("text", ["[]", "{", '{"price": 1}', '{"grant": -1}', '{"grant": "1"}', '{"risk": {"peek": 1}}',
                                  '{"most_adds": 501}', '{"risk": 1}', '{"risk": {"read": true}}'])  # fmt: skip
def test_unknown_names_and_impossible_prices_are_refused(text: str) -> None:
    """An unknown name, a price below zero, no number, more places than the center takes in, no JSON."""
    with pytest.raises(ValueError):
        read(text)
