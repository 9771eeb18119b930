"""Caches PySpark's look-ups of JVM classes: nearly half of its calls to the JVM while it builds a plan."""

from typing import Any, cast

from pyspark.sql import SparkSession

_FUNCTIONS = "org.apache.spark.sql.functions"
_CLASSES = {
    _FUNCTIONS: _FUNCTIONS,
    "functions": _FUNCTIONS,
    "PythonUtils": "org.apache.spark.api.python.PythonUtils",
    "PythonSQLUtils": "org.apache.spark.sql.api.python.PythonSQLUtils",
}
"""Name that PySpark uses → full name. A bare name would be searched for in every jar."""


class _JvmClass:
    """A JVM class that remembers the members used so far."""

    def __init__(self, java_class: Any) -> None:
        self._java_class = java_class

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._java_class, name)
        setattr(self, name, member)
        return member


def remember(spark: SparkSession) -> None:
    """From now on, a function of columns takes one call to the JVM instead of three (class, member, call)."""
    jvm = cast(Any, spark)._jvm
    for alias, full in _CLASSES.items():
        if alias not in vars(jvm):
            setattr(jvm, alias, _JvmClass(getattr(jvm, full)))
