"""Permissions of subscriptions, question by question: what a stock broker answers, and what ours does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.beside_stock import setting
from tests.end_to_end.beside_stock.asking import ask
from tests.end_to_end.beside_stock.sides import Side
from tests.end_to_end.beside_stock.table import Table
from tests.end_to_end.clients.java import JavaSignIn, PulsarAdmin, java_client
from tests.end_to_end.estate import Estate

pytestmark = pytest.mark.broker


STEPS: dict[str, Callable[[Side], object]] = {
    "rules": setting.make_rules,
    "replaced": lambda side: setting.grant_subscription(side, "billing", "outsider", "topical"),
    "revoked": lambda side: setting.revoke_subscription(side, "billing", "topical", "outsider"),
    "prefix": lambda side: setting.set_mode(side, "Prefix"),
    "none": lambda side: setting.set_mode(side, "None"),
}
"""What is done before the questions of each phase of the table."""


def test_every_question(sides: tuple[Side, Side]) -> None:
    stock, ours = sides
    table = Table()
    assert list(table.phases) == list(STEPS)
    for phase, step in STEPS.items():
        for side in sides:
            step(side)
        assert setting.rules(ours) == setting.rules(stock), phase
        assert setting.mode(ours) == setting.mode(stock), phase
        wanted = table.phases[phase]
        lines = table.answer_lines(phase, ask(stock, wanted), ask(ours, wanted))
        assert lines == wanted, phase


def test_each_difference_has_a_reason_that_operators_can_read() -> None:
    table = Table()
    used = {cell for cells in table.lines() for cell in cells if cell.isalpha()}
    assert {cell.lower() for cell in used} == set(table.reasons)
    assert {cell for cell in used if cell.isupper()} == {"F"}, "only ours lets in"
    text = (Path(__file__).parents[3] / "docs" / "operators" / "differences.md").read_text()
    for reason in table.reasons.values():
        assert f"| {reason} |" in text


@pytest.mark.parametrize(
    ("method", "path", "body", "stock_status", "our_status"),
    [
        ("POST", "permissions/subscription/x", [], 204, 422),
        ("POST", "permissions/subscription/x", ["nobody-at-all"], 204, 404),
        ("DELETE", "permissions/x/nobody-at-all", None, 204, 404),
        ("DELETE", "permissions/never-ruled/{listed}", None, 500, 404),
        ("POST", "permissions/subscription/y", ["{listed}", "{other}"], 204, 204),
        ("DELETE", "permissions/y/{writer}", None, 204, 204),
        ("DELETE", "permissions/y/{listed}", None, 204, 204),
        ("DELETE", "permissions/y/{other}", None, 204, 204),
        ("POST", "subscriptionAuthMode", "Suffix", 204, 400),
        ("POST", "subscriptionAuthMode", "Prefix", 204, 204),
        ("POST", "subscriptionAuthMode", "None", 204, 204),
    ],
)
def test_each_command_has_its_status(
    sides: tuple[Side, Side], method: str, path: str, body: Any, stock_status: int, our_status: int
) -> None:
    stock, ours = sides

    def status(side: Side) -> int:
        filled = [side.fill_in(role) for role in body] if isinstance(body, list) else body
        return side.call("owner", method, f"namespaces/{{space}}/{path}", filled).status_code

    assert (status(stock), status(ours)) == (stock_status, our_status)


def test_the_java_admin_client_gets_the_same_answers_from_both(sides: tuple[Side, Side]) -> None:
    outputs = []
    for side in sides:
        arguments = (side.admin_url, side.fill_in("{space}"), side.name("listed"), side.name("other"))
        sign_in = JavaSignIn.token(side.tokens["owner"])
        outputs.append(java_client(side.service_url, sign_in, *arguments, program="SubscriptionCommands"))
    assert outputs[0].startswith("OK ")
    assert outputs[0].endswith(" Prefix None")
    assert outputs[1] == outputs[0]


def test_pulsar_admin_sets_the_mode_at_the_center(sides: tuple[Side, Side], estate: Estate, tmp_path: Path) -> None:
    _, ours = sides
    admin = PulsarAdmin(tmp_path, ours.admin_url, ours.service_url, JavaSignIn.token(ours.tokens["owner"]))
    space, mode = ours.fill_in("{space}"), ("--subscription-auth-mode", "Prefix")
    status, said = admin("namespaces", "set-subscription-auth-mode", space, *mode)
    assert status == 0, said
    found = estate.admin.get("/api/v1/namespaces", q="orders")["items"]
    assert [namespace["subscription_auth_mode"] for namespace in found if namespace["full_name"] == space] == ["Prefix"]
    setting.set_mode(ours, "None")
