"""What a file is that should hold lines of text, by its first bytes: archives, UTF-16 and web pages are none."""

BEGIN = 512
"""So many bytes tell it."""
GZIP = "packed by gzip"
_FORMS = {
    b"\x1f\x8b": GZIP, b"PK\x03\x04": "a zip archive", b"\x28\xb5\x2f\xfd": "packed by zstd", b"BZh": "packed by bzip2",
    b"\xfd7zXZ": "packed by xz", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"<": "a web page (HTML or XML)",
    b"[": "one JSON array",
}  # fmt: skip


def of(begin: bytes) -> str | None:
    """The form in words; None for what may be lines of text. `begin`: the first BEGIN bytes."""
    text = begin.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    return next((form for sign, form in _FORMS.items() if begin.startswith(sign) or text.startswith(sign)), None)
