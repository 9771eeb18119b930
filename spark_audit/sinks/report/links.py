"""Links inside a page. A link to a row that the page does not show becomes plain text."""

from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el


def to(target: str, *children: Element | str | int) -> Element:
    """A link to an id of the page."""
    return el("a", *children, href=f"#{target}")


def grant(number: int | None) -> Element | str:
    """The grant's id, linked to its row; a dash for None."""
    return "–" if number is None else to(f"g-{number}", f"{number}")


def settle(page: Element) -> Element:
    """Remove the targets of links to ids that are not on the page, because long lists are cut. Returns the page."""
    places = {element.get("id") for element in page.iter()}
    drawn = {link for svg in page.iter("svg") for link in svg.iter("a")}
    for link in [link for link in page.iter("a") if link.get("href", "").startswith("#")]:
        if link.get("href", "")[1:] not in places:
            link.tag = "g" if link in drawn else "span"
            for name in ("href", "tabindex"):
                link.attrib.pop(name, None)
    return page
