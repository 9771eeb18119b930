"""The form of a file by its first bytes: archives, UTF-16 and web pages are no lines of text."""

from pathlib import Path

GZIP, PAGE, ARRAY = "packed by gzip", "a web page (HTML or XML)", "one JSON array"
_BEGIN = 512
_FORMS = {
    b"\x1f\x8b": GZIP, b"PK\x03\x04": "a zip archive", b"\x28\xb5\x2f\xfd": "packed by zstd", b"BZh": "packed by bzip2",
    b"\xfd7zXZ": "packed by xz", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"<": PAGE, b"[": ARRAY,
}  # fmt: skip


def of(begin: bytes) -> str | None:
    """The form in words; None for what may be lines of text. `begin`: the first bytes of the text."""
    text = begin.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    return next((form for sign, form in _FORMS.items() if begin.startswith(sign) or text.startswith(sign)), None)


def of_file(file: Path) -> str | None:
    """The form of a file as it lies there."""
    with file.open("rb") as content:
        return of(content.read(_BEGIN))
