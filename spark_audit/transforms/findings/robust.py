"""Median and median absolute deviation (MAD) of arrays of numbers, as Spark expressions."""

from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as sf

NORMAL = 1.4826
"""NORMAL · MAD is the standard deviation, if the numbers are normally distributed."""


def let(value: Column, body: Callable[[Column], Column]) -> Column:
    """`body(value)`, with `value` computed only once.

    Spark's optimizer replaces the name of a column by its expression. Inside a function over an array, the expression
    would then be computed once per element.
    """
    return sf.transform(sf.array(value), body)[0]


def median(values: Column) -> Column:
    """The median of an array; for an even count, the mean of the two in the middle; null for an empty array."""
    return let(sf.array_sort(values), _middle)


def deviation(values: Column, middle: Column) -> Column:
    """The median of the distances from `middle` (MAD)."""
    return median(sf.transform(values, lambda value: sf.abs(value - middle)))


def _middle(ordered: Column) -> Column:
    size = sf.size(ordered)
    lower = sf.try_element_at(ordered, sf.greatest(((size + 1) / 2).cast("int"), sf.lit(1)))
    upper = sf.try_element_at(ordered, (size / 2 + 1).cast("int"))
    return (lower + upper) / 2
