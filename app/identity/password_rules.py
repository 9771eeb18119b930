"""What may be a password: neither short nor common nor the name. No composition rules (ASVS 6.2)."""

import re
import unicodedata
from functools import cache
from pathlib import Path

from app.platform.errors import InvalidInput

SHORTEST, LONGEST = 8, 128
REASONS = {
    "too_short": f"needs at least {SHORTEST} characters",
    "too_long": f"may have at most {LONGEST} characters",
    "user_name": "must not be the user name",
    "common": "is one of the first that an attacker tries",
    "one_time_secret": "must not be the one-time secret",
    "client_secret": "must not look like a client secret",
}
"""Stable words for why a password is refused; the console has each in its languages."""
_LEET = str.maketrans("013457@$!", "oieastasi")
_TAIL = re.compile(r"[\d\W_]{0,6}\Z")
_LISTS = ("passwords", "female_names", "male_names", "surnames")
_ROWS = ("abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890", "1qaz2wsx3edc4rfv5tgb6yhn")


def one_spelling(password: str) -> str:
    """The password in Unicode form NFKC: keyboards write the same letter composed or not, in full or half width."""
    return unicodedata.normalize("NFKC", password)


def check(password: str, username: str, initial: str | None = None) -> None:
    """Raises InvalidInput `weak_password` with the reason. `initial`: the one-time secret that it replaces."""
    reason = "one_time_secret" if password == initial else _reason(password, username)
    if reason:
        raise refused(reason)


def refused(reason: str) -> InvalidInput:
    """The refusal for one of `REASONS`."""
    problem = [{"field": "new", "message": REASONS[reason]}]
    return InvalidInput(f"The password {REASONS[reason]}.", code="weak_password", errors=problem, reason=reason)


def _reason(password: str, username: str) -> str | None:
    plain = one_spelling(password)
    if len(plain) < SHORTEST:
        return "too_short"
    if len(password) > LONGEST:
        return "too_long"
    if plain.casefold() == username.casefold():
        return "user_name"
    return "common" if _is_common(plain) else None


def _is_common(password: str) -> bool:
    """True for a listed word, also with a year or signs behind it or letters as digits, and for simple patterns."""
    plain = password.casefold()
    cores = {plain, _TAIL.sub("", plain), plain.translate(_LEET), _TAIL.sub("", plain).translate(_LEET)}
    return bool(cores & _list()) or len(set(plain)) <= 2 or _walks(plain) or _repeats(plain)


def _walks(text: str) -> bool:
    return any(text in row * 3 or text in row[::-1] * 3 for row in _ROWS)


def _repeats(text: str) -> bool:
    """True for one short piece repeated: `abcabcabc`."""
    return any(text == (text[:size] * len(text))[: len(text)] for size in range(1, 5))


@cache
def _list() -> frozenset[str]:
    """30,000 leaked passwords and 15,000 names from zxcvbn's lists, and further ones from common_passwords.txt."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # here: a start would wait for words that it does not need

    lines = Path(__file__).with_name("common_passwords.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#")).union(
        *(FREQUENCY_LISTS[name] for name in _LISTS)
    )
