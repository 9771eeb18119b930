"""Replaces the names of erased people by pseudonyms: HMAC-SHA256 with a key that is not kept with the tables.

The list of erased people holds pseudonyms only. So every name of every row is hashed and compared with that list. The
HMAC (RFC 2104) is composed of Spark's own SHA-256, so that no name leaves the executors.
"""

import hashlib
import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sf
from pyspark.sql.types import ArrayType, StringType, StructType

PREFIX = "erased-"
_BLOCK = 64
NAMES = {
    "user", "via", "main", "granted_by", "subject", "scope", "role_name", "example_role", "users",
    "name", "sub", "subscriptions",
}  # fmt: skip
"""Columns that may hold a user's name. The personal role of a user has the user's name, and a subscription may have
it."""
TYPED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "subject": ("subject_type", ("user", "sub_account")),
    "scope": ("scope_type", ("user",)),
    "name": ("scope_type", ("user", "role")),
}
"""Column → the column with its type, and the types for which it holds a user's name. For other types it is a number, a
place or a word, which may be spelled like a name."""


def pseudonym(key: bytes, name: str) -> str:
    """The pseudonym of a name: `erased-` and 24 hex digits."""
    return PREFIX + hmac.new(key, name.encode(), hashlib.sha256).hexdigest()[:24]


@dataclass(frozen=True)
class Pseudonyms:
    """The key, and the pseudonyms of all erased people."""

    key: bytes
    erased: Collection[str]

    def applied(self, rows: DataFrame) -> DataFrame:
        """The rows with every erased name replaced: in all columns of NAMES, and in evidence."""
        if not self.erased:
            return rows
        changed = self._changes(rows)
        if {"user", "sub"} <= set(rows.columns):
            changed["sub"] = self._subscription(sf.col("user"), sf.col("sub"))
        if {"user", "subscriptions"} <= set(rows.columns):
            # Under another name: inside a lambda, Spark takes `user` for its function of that name.
            rows = rows.withColumn("of_user", sf.col("user"))
            changed["subscriptions"] = sf.transform(
                "subscriptions", lambda subscription: self._subscription(sf.col("of_user"), subscription)
            )
        return rows.withColumns(changed).drop("of_user")

    def found(self, rows: DataFrame) -> Column:
        """True for a row in which a column of NAMES or evidence has an erased name."""
        changed = [~value.eqNullSafe(sf.col(column)) for column, value in self._changes(rows).items()]
        return reduce(Column.__or__, changed, sf.lit(False))

    def _changes(self, rows: DataFrame) -> dict[str, Column]:
        return {
            field.name: self._of_type(field.name, self._replaced(sf.col(field.name), field.dataType))
            for field in rows.schema
            if _holds_names(field.name, field.dataType)
        }

    def _of_type(self, column: str, replaced: Column) -> Column:
        if column not in TYPED:
            return replaced
        kind, people = TYPED[column]
        return sf.when(sf.col(kind).isin(*people), replaced).otherwise(sf.col(column))

    def _replaced(self, value: Column, kind: object) -> Column:
        if isinstance(kind, ArrayType) and isinstance(kind.elementType, StructType):
            return sf.transform(value, lambda entry: entry.withField("user", self._name(entry["user"])))
        if isinstance(kind, ArrayType):
            return sf.transform(value, self._name)
        return self._name(value)

    def _name(self, value: Column) -> Column:
        hashed = sf.concat(sf.lit(PREFIX), sf.substring(self._hmac(value), 1, 24))
        return sf.when(hashed.isin(list(self.erased)), hashed).otherwise(value)

    def _subscription(self, user: Column, sub: Column) -> Column:
        """A subscription that begins with its erased user's name (`alice-billing`) keeps the rest: it stays own."""
        name, rest = self._name(user), sub.substr(sf.length(user) + 1, sf.length(sub))
        own = sub.startswith(user) & ~name.eqNullSafe(user)
        return sf.when(own, sf.concat(name, rest)).otherwise(self._name(sub))

    def _hmac(self, value: Column) -> Column:
        key = hashlib.sha256(self.key).digest() if len(self.key) > _BLOCK else self.key
        inner, outer = (bytes(byte ^ mask for byte in key.ljust(_BLOCK, b"\0")) for mask in (0x36, 0x5C))
        digest = sf.unhex(sf.sha2(sf.concat(sf.lit(inner), sf.encode(value, "UTF-8")), 256))
        return sf.sha2(sf.concat(sf.lit(outer), digest), 256)


def _holds_names(name: str, kind: object) -> bool:
    if isinstance(kind, ArrayType) and isinstance(kind.elementType, StructType):
        return "user" in kind.elementType.names
    text = isinstance(kind, StringType) or (isinstance(kind, ArrayType) and isinstance(kind.elementType, StringType))
    return text and name in NAMES
