"""The form of our random secrets: a prefix for scanners of source code, 256 random bits, a checksum; and their digest.

The checksum (CRC-32 over all before it) tells a secret from a text that only looks like one, without a look-up: a
scanner reports nothing wrong, and a guess costs the database nothing. It protects nothing by itself.
"""

import hashlib
import re
import secrets
import zlib
from typing import Literal

Kind = Literal["secret", "refresh", "once"]
"""Client secret, refresh token, one-time secret. Access and API tokens are JWTs: stock brokers verify them."""

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANDOM, _CHECK = 43, 6
"""62⁴³ > 2²⁵⁶; 62⁶ > 2³²."""
_SHAPE = re.compile(rf"puc_(secret|refresh|once)_[0-9A-Za-z]{{{_RANDOM + _CHECK}}}")


def new(kind: Kind) -> str:
    """A new secret. Whoever makes it shows it once and stores its hash."""
    begin = prefix(kind) + "".join(secrets.choice(_DIGITS) for _ in range(_RANDOM))
    return begin + _checksum(begin)


def prefix(kind: Kind) -> str:
    """How secrets of this kind begin."""
    return f"puc_{kind}_"


def is_well_formed(text: str, kind: Kind) -> bool:
    """True when `new(kind)` could have made it: right prefix, length, letters and checksum."""
    found = _SHAPE.fullmatch(text)
    return found is not None and found[1] == kind and text[-_CHECK:] == _checksum(text[:-_CHECK])


def digest(text: str) -> str:
    """What is stored of a secret: SHA-256, in hexadecimal digits."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _checksum(text: str) -> str:
    rest, digits = zlib.crc32(text.encode()), ""
    for _ in range(_CHECK):
        rest, digit = divmod(rest, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits
