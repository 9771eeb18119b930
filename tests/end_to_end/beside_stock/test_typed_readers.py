"""A schema that comes with a subscription, of somebody who may only read: beside a stock broker. After the tests of
subscriptions, which count what everybody holds."""

import pytest

from tests.end_to_end.beside_stock.setting import call_as_owner
from tests.end_to_end.beside_stock.sides import Side
from tests.end_to_end.clients.java import JavaSignIn, java_lines

pytestmark = pytest.mark.broker


def test_a_reader_does_not_decide_what_writers_send(sides: tuple[Side, Side]) -> None:
    stock, ours = sides
    for side in sides:
        call_as_owner(side, "POST", f"persistent/{{space}}/typed/permissions/{side.name('bare')}", ["consume"])
        assert _java(side, "bare", "subscribe {topic} first") == ["OK subscribed"]
    assert _java(stock, "writer", "foreign {topic}")[0].startswith("REFUSED IncompatibleSchemaException")
    assert _java(ours, "writer", "foreign {topic}") == ["OK sent"]


def test_a_readers_schema_is_compared_with_the_topics(sides: tuple[Side, Side]) -> None:
    _, ours = sides
    call_as_owner(ours, "POST", f"persistent/{{space}}/created/permissions/{ours.name('bare')}", ["consume"])
    assert _java(ours, "bare", "subscribe {created} before") == ["OK subscribed"]
    assert _java(ours, "writer", "typed {created}") == ["OK sent"]
    assert _java(ours, "bare", "read {created} before", "read {created} after") == ["OK 1"] * 2
    refused = _java(ours, "bare", "other {created} other")[0]
    assert refused.startswith("REFUSED AuthorizationException"), refused
    assert "incompatible" in refused.lower(), refused


def _java(side: Side, role: str, *commands: str) -> list[str]:
    space = f"persistent://{side.tenant}/orders"
    filled = " , ".join(commands).format(topic=f"{space}/typed", created=f"{space}/created")
    sign_in = JavaSignIn.token(side.tokens[role])
    return [line.strip() for line in java_lines(side.service_url, sign_in, filled, program="StockSchemas")]
