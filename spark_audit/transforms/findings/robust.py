"""Median and deviation of lists of numbers, as Spark expressions: what is usual, and how far from it something is."""

from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as sf

NORMAL = 1.4826
"""Times this, the median absolute deviation of normally distributed numbers is their standard deviation."""


def let(value: Column, body: Callable[[Column], Column]) -> Column:
    """`body` of `value`, which is computed once.

    A column that is only named gets its expression put in its place by Spark's optimizer, wherever it is named: inside
    a function over an array that means once per element.
    """
    return sf.transform(sf.array(value), body)[0]


def median(values: Column) -> Column:
    """The middle of an array of numbers, of an even number of them the mean of the two in the middle; null for none."""
    return let(sf.array_sort(values), _middle)


def deviation(values: Column, middle: Column) -> Column:
    """The median of the distances from `middle` (MAD)."""
    return median(sf.transform(values, lambda value: sf.abs(value - middle)))


def _middle(ordered: Column) -> Column:
    size = sf.size(ordered)
    lower = sf.try_element_at(ordered, sf.greatest(((size + 1) / 2).cast("int"), sf.lit(1)))
    upper = sf.try_element_at(ordered, (size / 2 + 1).cast("int"))
    return (lower + upper) / 2
