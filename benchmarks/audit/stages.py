"""What Spark's stages used and moved so far, as the base for estimates for larger clusters."""

from dataclasses import dataclass
from typing import Any, cast

from pyspark.sql import SparkSession


@dataclass(frozen=True)
class StageTotals:
    """Processor seconds of tasks, bytes of shuffles written and spilled to disk, number of tasks."""

    processor_seconds: float = 0.0
    shuffle_bytes: int = 0
    spilt_bytes: int = 0
    tasks: int = 0

    def __sub__(self, earlier: "StageTotals") -> "StageTotals":
        """The difference since `earlier`."""
        return StageTotals(*(getattr(self, name) - getattr(earlier, name) for name in self.__dataclass_fields__))


def stage_totals(spark: SparkSession) -> StageTotals:
    """The sum over all stages that Spark still remembers (`spark.ui.retainedStages`)."""
    java, gateway = cast(Any, spark)._jvm, cast(Any, spark.sparkContext)._gateway
    none, nothing = gateway.new_array(java.double, 0), java.java.util.ArrayList()
    store = cast(Any, spark)._jsparkSession.sparkContext().statusStore()
    found = store.stageList(nothing, False, False, none, nothing)
    rows = [found.apply(at) for at in range(found.size())]
    return StageTotals(
        sum(stage.executorCpuTime() for stage in rows) / 1e9,
        sum(stage.shuffleWriteBytes() for stage in rows),
        sum(stage.diskBytesSpilled() for stage in rows),
        sum(stage.numCompleteTasks() for stage in rows),
    )
