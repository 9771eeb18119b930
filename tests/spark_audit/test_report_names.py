"""The report: names stay text, whatever signs are in them, and choose no path."""

import re
from xml.etree.ElementTree import Element

import pytest

from spark_audit.sinks.report import page
from spark_audit.sinks.report.elements import document, el
from spark_audit.sinks.report.report_paths import file_of
from tests.spark_audit.report_sample import content
from tests.spark_audit.test_report import BOTH

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>]]>&#x41;"
_TAGS = re.compile(r"<[a-z/!][^>]*?(?=[\s>])")


@BOTH
@pytest.mark.parametrize("tenant", [None, "acme"])
def test_names_cannot_become_markup(language: str, tenant: str | None) -> None:
    """The page has the same elements whatever the names are; both reports, tenant's and estate's."""
    evil, plain = page.html(content(EVIL, tenant), language), page.html(content("svc", tenant), language)
    assert _TAGS.findall(evil) == _TAGS.findall(plain)
    assert "<img" not in evil
    assert "<script" not in evil
    assert evil.count("&lt;script&gt;alert(1)") >= 60


@BOTH
def test_a_tenants_name_is_text_too(language: str) -> None:
    """In the title, the heading and the other page's address."""
    html = page.html(content(tenant=EVIL), language)
    assert _TAGS.findall(html) == _TAGS.findall(page.html(content(tenant="acme"), language))
    assert EVIL not in html


def test_hidden_characters_are_shown() -> None:
    """A right-to-left mark would make one name look like another, in text and in attributes."""
    assert "a\\u202eb\\u0000" in document(el("p", "a\u202eb\0"))
    assert 'title="\\u200b"' in document(el("p", title="\u200b"))


def test_quotes_cannot_leave_an_attribute() -> None:
    """Attributes take names too (titles of cells)."""
    assert document(el("p", title='" onclick="x')) == '<!doctype html>\n<p title="&quot; onclick=&quot;x"></p>\n'


@pytest.mark.parametrize(
    "tenant",
    ["../../etc", "a/b", "Acme", "con.", "con", "nul", "aux", "prn", "com1", "lpt9", "acme.", "", "a" * 200, "租户",
     "\ud800", "a\0b"],
)  # fmt: skip
def test_no_tenant_chooses_its_path(tenant: str) -> None:
    """Such names become a number; plain ones stay, so that people find their file."""
    assert re.fullmatch(r"tenant~[0-9a-f]{16}\.en\.html", file_of(tenant, "en"))
    for plain in ("acme-2", "console", "com", "com10", "nul-2"):
        assert file_of(plain, "zh") == f"{plain}.zh.html"


def test_two_tenants_never_share_a_file() -> None:
    """Also where the file system does not tell capitals apart."""
    names = ["acme", "Acme", "ACME", "a/b", "a~b"]
    assert len({file_of(name, "en").lower() for name in names}) == len(names)


def test_an_element_keeps_the_order_of_text_and_elements() -> None:
    """Text after an element is its tail."""
    made: Element = el("p", "a", el("b", "c"), "d", None, 5)
    assert document(made) == "<!doctype html>\n<p>a<b>c</b>d5</p>\n"
