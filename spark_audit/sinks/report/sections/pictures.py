"""Use in pictures: per day, by role and place, from users to topics."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.charts.flow import flow as flow_chart
from spark_audit.sinks.report.charts.heat_map import heat_map
from spark_audit.sinks.report.charts.trend import DAYS
from spark_audit.sinks.report.charts.trend import trend as trend_chart
from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.figures import figure
from spark_audit.sinks.report.listings import listing
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
_DAYS_OF_A_TENANT = 14
_DAY = {"date": "date", "allowed": "allowed", "denied": "denied"}
_HEAT = {"role": "role", "area": "area", "n": "n", "grant": "grant", "first": "first", "last_seen": "last"}
_FLOW = {"user": "user", "topic": "topic", "n": "n", "days": "days", "first": "first", "last_seen": "last"}


def trend(content: Content, texts: Texts) -> Element:
    """Use and denials per day."""
    days = content.rows("trend")
    listed = DAYS if content.tenant is None else _DAYS_OF_A_TENANT
    svg = trend_chart(days, texts["allowed"], texts["denied"], listed)
    table = listing(texts, _DAY, days[-listed:], (len(days), "trend.csv"), lambda _, row: f"day-{row['date']}")
    about = texts["trend_seen"].format(allowed=f"{content.used():,}", denied=f"{content.denied():,}", days=len(days))
    return framed(texts, "trend", figure(texts, svg, "trend_figure", about, table))


def heat(content: Content, texts: Texts) -> Element:
    """Roles and where they are used."""
    cells = content.rows("heat")
    table = listing(texts, _HEAT, cells, (content.total("heat"), "heat.csv"), lambda place, _: f"heat-{place}")
    return framed(texts, "heat", figure(texts, heat_map(cells), "heat_figure", _share(content, texts, "heat"), table))


def flow(content: Content, texts: Texts) -> Element:
    """Users and the topics they use."""
    pairs = content.rows("flow")
    table = listing(texts, _FLOW, pairs, (content.total("flow"), "flow.csv"), lambda place, _: f"flow-{place}")
    svg = flow_chart(pairs, texts["others"])
    return framed(texts, "flow", figure(texts, svg, "flow_figure", _share(content, texts, "flow"), table))


def _share(content: Content, texts: Texts, name: str) -> str:
    """A sentence: which share of all uses the shown rows are."""
    shown, used = sum(row["n"] for row in content.rows(name)), content.used()
    percent = 100 * shown / used if used else 100.0
    return texts["shown_of"].format(shown=f"{shown:,}", used=f"{used:,}", percent=f"{percent:.1f}")
