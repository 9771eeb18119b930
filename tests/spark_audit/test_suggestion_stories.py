"""The suggestions that stories tell of: what goes, and what comes instead, limits and all."""

from datetime import timedelta

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from app.access import vocabulary
from spark_audit import schemas
from spark_audit.jobs.suggestions.past import Past, uses_of
from spark_audit.sources import operations
from spark_audit.suggest.build import suggestions
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.rules import RightRules
from spark_audit.suggest.status import proven
from spark_audit.transforms.gold.sliced_uses import sliced_uses
from spark_audit.transforms.gold.uses import uses_daily
from tests.spark_audit import stories
from tests.spark_audit.frames import frame
from tests.spark_audit.stories import Row, World

WORLDS = [world for world in stories.worlds() if "suggestions" in world.story]
CUTS = [stories.SINCE, stories.UNTIL + timedelta(days=1)]


@pytest.fixture(scope="module")
def suggested(spark: SparkSession) -> list[Row]:
    """The suggestions of all these stories, as if everything were proven."""

    def of(part: str, schema: StructType) -> DataFrame:
        return frame(spark, schema, [row for world in WORLDS for row in getattr(world, part)()])

    events = of("events", schemas.EVENTS)
    rules = RightRules.of(right.asDict() for right in operations.read(spark, vocabulary.FILE).collect())
    uses = uses_of(sliced_uses(uses_daily(events), CUTS, stories.SINCE))
    grants, resources = of("grants", schemas.GRANT_LINE).collect(), of("resources", schemas.RESOURCE_LINE).collect()
    facts = Past(CUTS, grants, [], resources, rules, uses, {}, {}, {}).facts(stories.SINCE)
    found = suggestions(facts, proven(facts, lambda _: False), Prices())
    return [suggestion.row(stories.UNTIL, [], facts.resources, []) for suggestion in found]


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_story(suggested: list[Row], world: World) -> None:
    """Exactly the suggestions that the story names, with the columns that it names."""
    mine = [suggestion for suggestion in suggested if world.owns_grant(suggestion["removes"][0])]
    mine = sorted((_short(world, suggestion) for suggestion in mine), key=lambda suggestion: suggestion["removes"])
    wanted = world.story["suggestions"]
    assert [
        {column: row[column] for column in wanted_row} for row, wanted_row in zip(mine, wanted, strict=True)
    ] == wanted


def _short(world: World, row: Row) -> Row:
    removes = [int(world.short(str(grant)) or 0) for grant in row["removes"]]
    adds = [{"res": world.short(added["res"]), **{name: added[name] for name in ("type", "authorities", "limits")}}
            for added in row["adds"]]  # fmt: skip
    return row | {"removes": removes, "adds": adds}
