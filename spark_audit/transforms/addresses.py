"""Addresses and networks as columns, compared as the engines do (decision 0079).

An address becomes its bits behind 4 or 6, a network the bits that its addresses begin with. So to be in a network is to
begin with it.
"""

from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as sf

_BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_DOTTED = rf"{_BYTE}(\.{_BYTE}){{3}}"
_GROUPS, _BITS_OF_FOUR, _BITS_OF_SIX = 8, 32, 128
_MAPPED = "6" + "0" * 80 + "1" * 16
"""How an IPv4 address in the form of IPv6 begins."""


def bits(address: Column) -> Column:
    """The bits of an address, without its scope; null when it is none. IPv4 in the form of IPv6 is that IPv4
    address."""
    return _once(sf.substring_index(address, "%", 1), _bits)


def beginnings(networks: str) -> Column:
    """With what the bits of addresses in the networks begin; null when there is no limit, empty when nothing is let in:
    there is no network, or one is written in another way than the center writes it."""
    each = sf.transform(networks, _beginning)
    usable = (sf.size(each) > 0) & sf.forall(each, lambda beginning: beginning.isNotNull())
    return sf.when(sf.col(networks).isNotNull(), sf.when(usable, each).otherwise(sf.slice(each, 1, 0)))


def lets_in(let_in: str, address: str) -> Column:
    """True when the address, given as `bits`, is in one of the networks, given as `beginnings`; an address that is not
    known is in none."""
    inside = sf.exists(let_in, lambda beginning: sf.startswith(sf.col(address), beginning))
    return sf.col(let_in).isNull() | sf.coalesce(inside, sf.lit(False))


def cover(let_in: Column, wanted: Column) -> Column:
    """True when each of the wanted networks lies in one of the others, and there is one; both as `beginnings`."""
    all_in = sf.forall(wanted, lambda inner: sf.exists(let_in, lambda outer: sf.startswith(inner, outer)))
    return let_in.isNull() | sf.coalesce((sf.size(wanted) > 0) & all_in, sf.lit(False))


def _once(value: Column, use: Callable[[Column], Column]) -> Column:
    """What `use` makes of the value. Written in its place, the value would be copied each time that it is named."""
    return sf.get(sf.transform(sf.array(value), use), sf.lit(0))


def _beginning(network: Column) -> Column:
    """Null when it is no network, or has bits behind its length, or is IPv4 in the form of IPv6."""
    length = sf.substring_index(network, "/", -1).try_cast("int")
    written = network.rlike(r"^[0-9a-f.:]+/(0|[1-9][0-9]{0,2})\z")

    def beginning_of(whole: Column) -> Column:
        four = sf.startswith(whole, sf.lit("4"))
        fits = (length <= sf.when(four, _BITS_OF_FOUR).otherwise(_BITS_OF_SIX)) & ~(four & network.contains(":"))
        beginning = sf.substr(whole, sf.lit(1), length + 1)
        empty_behind = sf.startswith(sf.rpad(beginning, _BITS_OF_SIX + 1, "0"), whole)
        return sf.when(written & fits & empty_behind, beginning)

    return _once(bits(sf.substring_index(network, "/", 1)), beginning_of)


def _bits(text: Column) -> Column:
    four = sf.concat(sf.lit("4"), _bits_of_four(text))
    return sf.when(text.rlike(rf"^{_DOTTED}\z"), four).otherwise(_once(_bits_of_six(text), _unmapped))


def _unmapped(six: Column) -> Column:
    mapped = sf.concat(sf.lit("4"), sf.substr(six, sf.lit(len(_MAPPED) + 1)))
    return sf.when(sf.startswith(six, sf.lit(_MAPPED)), mapped).otherwise(six)


def _bits_of_four(text: Column) -> Column:
    return sf.concat_ws("", sf.transform(sf.split(text, r"\."), lambda byte: _binary(byte, 10, 8)))


def _bits_of_six(text: Column) -> Column:
    """`6` and the bits; null when it is no IPv6 address."""
    return _once(_once(_without_dots(text), _groups), _bits_of_groups)


def _bits_of_groups(groups: Column) -> Column:
    usable = (sf.size(groups) == _GROUPS) & sf.forall(groups, lambda group: group.rlike(r"^[0-9A-Fa-f]{1,4}\z"))
    whole = sf.concat_ws("", sf.transform(groups, lambda group: _binary(group, 16, _BITS_OF_SIX // _GROUPS)))
    return sf.when(usable, sf.concat(sf.lit("6"), whole))


def _groups(text: Column) -> Column:
    """The groups of hexadecimal digits, with those that `::` leaves out; null when it leaves some out twice."""
    halves = sf.split(text, "::")
    found = sf.transform(halves, _split)

    def whole(parts: Column) -> Column:
        left_out = sf.array_repeat(sf.lit("0"), sf.greatest(_GROUPS - sf.size(sf.flatten(parts)), sf.lit(1)))
        joined = sf.concat(sf.get(parts, sf.lit(0)), left_out, sf.get(parts, sf.lit(1)))
        return sf.when(sf.size(parts) == 1, sf.get(parts, sf.lit(0))).when(sf.size(parts) == 2, joined)

    return _once(found, whole)


def _split(half: Column) -> Column:
    return sf.filter(sf.split(half, ":"), lambda group: (half != "") | (group != ""))


def _without_dots(text: Column) -> Column:
    """An IPv4 address at the end becomes two groups."""

    def two_groups(dotted: Column) -> Column:
        digits = sf.lpad(sf.conv(_bits_of_four(dotted), 2, 16), 8, "0")
        two = sf.regexp_replace(digits, "^(.{4})", "$1:")
        return sf.when(dotted == "", text).otherwise(sf.concat(sf.regexp_replace(text, rf"{_DOTTED}\z", ""), two))

    return _once(sf.regexp_extract(text, rf":({_DOTTED})\z", 1), two_groups)


def _binary(digits: Column, base: int, size: int) -> Column:
    return sf.lpad(sf.conv(digits, base, 2), size, "0")
