"""Addresses and networks as columns say what the engines say."""

import random
from ipaddress import IPv4Address, IPv6Address
from itertools import product

from pyspark.sql import SparkSession
from pyspark.sql import functions as sf

from app.access import network_limits
from spark_audit.transforms.addresses import beginnings, bits, cover, lets_in

ADDRESSES = [
    None, "", "unknown", "10.0.0.1", "10.0.0.001", "10.0.0", "10.0.0.256", "10.1.2.3", "192.168.0.1", "::", "::1",
    "1::", "fe80::1%eth0", "fe80:0:0:0:0:0:0:1%3", "2001:db8::7", "2001:DB8:0:0:0:0:0:7", "2001:db8:0:0:0:0:0:0:7",
    "2001:db8::1::7", "::ffff:10.0.0.1", "::FFFF:a00:1", "::10.0.0.1", "0:0:0:0:0:ffff:10.1.2.3", "::g", ":1", "1:",
    "2001:db8::10.0.0.1", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:8", "12345::", "10.0.0.1:6650", "::ffff:10.0.0.300",
    "%eth0", "1::2:3:4:5:6:7:8",
]  # fmt: skip
NETWORKS = [
    "0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/15", "10.0.0.1/32", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0",
    "10.0.0.0/255.0.0.0", "::/0", "::1/128", "2001:db8::/32", "2001:DB8::/32", "2001:db8::7/128", "fe80::/10", "/8",
    "::ffff:10.0.0.0/104", "::ffff:0:0/95", "", "all", "::/129", "1:2:3:4:5:6:7:0/112",
]  # fmt: skip


def _judged(spark: SparkSession, asked: list[tuple[list[str] | None, str | None]]) -> list[bool]:
    rows = [(at, *question) for at, question in enumerate(asked)]
    frame = spark.createDataFrame(rows, "number int, networks array<string>, ip string")
    read = frame.withColumns({"let_in": beginnings("networks"), "bits": bits(sf.col("ip"))})
    answers = read.select("number", lets_in("let_in", "bits").alias("inside"))
    return [row["inside"] for row in sorted(answers.collect())]


def test_addresses_are_judged_as_the_engines_judge_them(spark: SparkSession) -> None:
    limits = [
        None,
        [],
        *([network] for network in NETWORKS),
        ["10.0.0.0/8", "2001:db8::/32"],
        ["10.0.0.0/8", "10.0.0.1/8"],
    ]
    asked = list(product(limits, ADDRESSES))
    assert _judged(spark, asked) == [
        network_limits.let_in(None if limit is None else tuple(limit), address) for limit, address in asked
    ]


def test_networks_cover_each_other_as_the_engines_say(spark: SparkSession) -> None:
    limits = [None, *([network] for network in NETWORKS), ["10.0.0.0/15", "::/0"], ["10.0.0.1/32", "2001:db8::/32"]]
    limits += [["10.0.0.0/8", "10.0.0.1/8"]]
    pairs = list(product(limits, limits))
    frame = spark.createDataFrame(
        [(at, *pair) for at, pair in enumerate(pairs)], "number int, some array<string>, wanted array<string>"
    ).withColumns({"some": beginnings("some"), "wanted": beginnings("wanted")})
    answers = frame.select("number", cover(sf.col("some"), sf.col("wanted")).alias("covered")).collect()
    tuples = [[None if limit is None else tuple(limit) for limit in pair] for pair in pairs]
    assert [row["covered"] for row in sorted(answers)] == [network_limits.cover(*pair) for pair in tuples]


def _text(chance: random.Random) -> str:
    if chance.random() < 0.3:
        return "".join(chance.choice("0123456789abcf::::...%") for _ in range(chance.randint(0, 20)))
    address = IPv6Address(chance.getrandbits(128) & chance.choice([-1, 0xFFFF, 0xFFFF << 112, 0xFFFFFFFF]))
    known = chance.choice(
        [str(address), address.exploded, str(IPv4Address(chance.getrandbits(32))), f"::ffff:{address}"]
    )
    place = chance.randint(0, len(known))
    return known if chance.random() < 0.6 else known[:place] + chance.choice("0:.f9") + known[place + 1 :]


def test_any_text_is_judged_as_the_engines_judge_it(spark: SparkSession) -> None:
    chance, every = random.Random(17), ["0.0.0.0/1", "::/1", "c000::/2"]
    texts = [_text(chance) for _ in range(3_000)]
    wanted = [network_limits.let_in(tuple(every), text) for text in texts]
    assert _judged(spark, [(every, text) for text in texts]) == wanted
    assert 500 < sum(wanted) < 2_500
