"""What PySpark asks the JVM about its own classes, asked once: nearly half of its questions while it builds a plan."""

from typing import Any, cast

from pyspark.sql import SparkSession

_FUNCTIONS = "org.apache.spark.sql.functions"
_CLASSES = {
    _FUNCTIONS: _FUNCTIONS,
    "functions": _FUNCTIONS,
    "PythonUtils": "org.apache.spark.api.python.PythonUtils",
    "PythonSQLUtils": "org.apache.spark.sql.api.python.PythonSQLUtils",
}
"""As PySpark calls them. By a bare name a class is looked for in every jar there is."""


class _Known:
    """A class of the JVM with what was used of it so far."""

    def __init__(self, java_class: Any) -> None:
        self._java_class = java_class

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._java_class, name)
        setattr(self, name, member)
        return member


def remember(spark: SparkSession) -> None:
    """From now on a function of columns is one question to the JVM instead of three (which class, which member)."""
    jvm = cast(Any, spark)._jvm
    for name, full in _CLASSES.items():
        if name not in vars(jvm):
            setattr(jvm, name, _Known(getattr(jvm, full)))
