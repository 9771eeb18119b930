"""`usercenter encryption`: keys are made, replaced and fetched; a private half goes into a new file of its owner."""

import json
import stat

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key

from app.resources import encryption_halves
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster_with_orders

CREATED = "persistent://acme/orders/created"


@pytest.fixture
def orders(center: Center, root: Terminal) -> Terminal:
    center.make(a_cluster_with_orders)
    return root


def fetch(number: int, file: str) -> list[str]:
    return ["encryption", "fetch", CREATED, "orders", str(number), "--file", file, "--reason", "tried"]


def test_a_key_is_made_replaced_and_fetched(orders: Terminal) -> None:
    assert "RSA-3072" in orders("encryption", "create", "acme/orders", "orders").stdout
    orders("encryption", "rotate", "acme/orders", "orders", "--algorithm", "EC-P256", "--dry-run")
    shown = orders("encryption", "rotate", "acme/orders", "orders", "--output", "json").stdout
    assert [(v["number"], v["state"]) for v in json.loads(shown)["versions"]] == [(2, "active"), (1, "retiring")]
    listed = orders("encryption", "list", CREATED)
    assert listed.stderr.strip() == "Producers use orders, version 2, of acme/orders."
    table = orders("encryption", "list", "acme/orders").stdout.splitlines()
    assert [line.split()[:4] for line in table[1:]] == [
        ["orders", "2", "RSA-3072", "active"],
        ["orders", "1", "RSA-3072", "retiring"],
    ]
    assert "encrypt for orders, version 2, of acme/orders" in orders("explain", "root", "produce", CREATED).stdout
    public = orders("encryption", "public", CREATED)
    assert "key orders, version 2; for Python, C++ and Node: orders@2" in public.stderr
    done = orders(*fetch(2, "orders.pem"))
    assert "PRIVATE" not in done.stdout + done.stderr
    file = orders.home / "orders.pem"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    explained = orders("explain", "root", "consume", CREATED).stdout
    assert "root fetched the private half of orders, version 2, last at 20" in explained
    private = load_pem_private_key(file.read_bytes(), None)
    assert private.public_key() == load_pem_public_key(public.stdout.encode())
    before = file.read_bytes()
    assert "name a new file" in orders(*fetch(2, "orders.pem"), status=2).stderr
    assert file.read_bytes() == before, "a file that is there stays"
    assert "not_found" in orders(*fetch(7, "other.pem"), status=1).stderr
    assert not (orders.home / "other.pem").exists(), "no empty file is left"


def test_the_report_names_what_nobody_fetched(orders: Terminal) -> None:
    orders("encryption", "create", "acme/orders", "orders", "--algorithm", "EC-P256")
    head, line = orders("encryption", "report", "acme/orders").stdout.splitlines()
    assert "nobody fetched" in head.lower()
    assert line.split() == ["acme/orders", "orders", "1", "not", "known", "not", "known"], "no audit was loaded"
    assert json.loads(orders("encryption", "report", "acme/orders", "--output", "json").stdout)["since"] is None


def test_a_customer_key_warns_that_nobody_else_has_it(orders: Terminal) -> None:
    own = encryption_halves.make("EC-P256")
    assert own.private is not None
    (orders.home / "own.pub.pem").write_text(own.public)
    (orders.home / "own.pem").write_bytes(own.private)
    sent = orders("encryption", "create", CREATED, "ours", "--public-key", "own.pem", status=1)
    assert "private_key_sent" in sent.stderr
    made = orders("encryption", "create", CREATED, "ours", "--public-key", "own.pub.pem")
    assert "whoever loses it loses the messages" in made.stderr
    asked = ["encryption", "fetch", CREATED, "ours", "1", "--file", "x.pem", "--reason", "tried"]
    assert "no_private_half" in orders(*asked, status=1).stderr


def test_a_pair_in_files_is_taken_over(orders: Terminal) -> None:
    first, second = (encryption_halves.make("EC-P256") for _ in range(2))
    for name, halves in (("first", first), ("second", second)):
        assert halves.private is not None
        (orders.home / f"{name}.pub.pem").write_text(halves.public)
        (orders.home / f"{name}.pem").write_bytes(halves.private)
    pair = ["--public-key", "first.pub.pem", "--private-key", "first.pem"]
    crossed = ["--public-key", "second.pub.pem", "--private-key", "first.pem"]
    assert "invalid_key_pair" in orders("encryption", "create", CREATED, "orders", *crossed, status=1).stderr
    assert "comes with its" in orders("encryption", "create", CREATED, "orders", *pair[2:], status=1).stderr
    made = orders("encryption", "create", CREATED, "orders", *pair, "--output", "json")
    assert "PRIVATE" not in made.stdout + made.stderr
    assert json.loads(made.stdout)["mode"] == "center"
    orders("encryption", "rotate", CREATED, "orders", "--public-key", "second.pub.pem", "--private-key", "second.pem")
    for number, halves in ((1, first), (2, second)):
        orders(*fetch(number, f"fetched-{number}.pem"))
        assert (orders.home / f"fetched-{number}.pem").read_bytes() == halves.private


def test_what_has_no_key_is_refused(orders: Terminal) -> None:
    assert "no_key" in orders("encryption", "public", CREATED, status=2).stderr
    assert "topics and namespaces" in orders("encryption", "list", "tenant:acme", status=2).stderr
    assert "has no encryption key" in orders("encryption", "rotate", CREATED, "orders", status=2).stderr
