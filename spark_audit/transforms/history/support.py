"""Whether a grant supports a use, as conditions over one row that has the columns of both.

Columns of the use (`history.uses`): resource, rev, decided, needed, managed, readers, bits, several, proxied, first,
last. Columns of the grant (`history.holders`): authorities, limits, window, period, and its resource, whose column is
named by the caller.
"""

from functools import reduce
from operator import and_

from pyspark.sql import Column
from pyspark.sql import functions as sf

from spark_audit.transforms.addresses import lets_in
from spark_audit.transforms.reach import is_above, is_served, is_service_topic, served, within

IN_FLIGHT = 5_000
"""Tolerance in ms around each change: clocks differ a little, and a change takes a moment to reach every broker."""


def at_revision() -> Column:
    """The grant was held at the revision that decided."""
    return (sf.col("rev") >= sf.col("from_rev")) & (sf.col("rev") < sf.col("until_rev"))


def in_period(margin: int) -> Column:
    """The whole use lies in the period, at least `margin` ms from its ends; a negative margin widens the period."""
    return at_time("first", margin) & at_time("last", margin)


def at_time(moment: str, margin: int) -> Column:
    """One moment of the use (`first`, `last` or `time`) lies in the period, at least `margin` ms from its ends."""
    return (sf.col(moment) >= sf.col("from_time") + margin) & (sf.col(moment) < sf.col("until_time") - margin)


def in_window() -> Column:
    """The use lies in the grant's window. No margin: the clock that judged the window also wrote the times."""
    return (sf.col("first") >= sf.col("valid_from")) & (sf.col("last") < sf.col("valid_until"))


def meets(margin: int) -> Column:
    """Some moment of the use lies in the period, at least `margin` ms from its ends, and some in the grant's window."""
    period = (sf.col("last") >= sf.col("from_time") + margin) & (sf.col("first") < sf.col("until_time") - margin)
    return period & (sf.col("last") >= sf.col("valid_from")) & (sf.col("first") < sf.col("valid_until"))


def perhaps_from_inside(*limits: str) -> Column:
    """False when the use was not from the networks of each of these limits, or it is not known. Behind a proxy the
    log does not say which address the broker judged."""
    inside = (sf.col(limit).isNull() | (~sf.col("several") & lets_in(limit, "bits")) for limit in limits)
    return sf.col("proxied") | reduce(and_, inside)


def surely_from_inside(*limits: str) -> Column:
    """The use was from the networks of each of these limits; of uses with unknown addresses, perhaps one was."""
    uncertain = sf.col("several") & ~sf.col("proxied")
    inside = (sf.col(limit).isNull() | uncertain | (~sf.col("proxied") & lets_in(limit, "bits")) for limit in limits)
    return reduce(and_, inside)


def reaches(used: str, granted: str) -> Column:
    """The grant covers the use; or, for a probe, it may be listed."""
    return is_related(used, granted) & gives(used, granted)


def is_related(used: str, granted: str) -> Column:
    """The granted resource is the used one, above it, or the topic whose retry or dead-letter topic it is, and the name
    below it within the grant's prefix. For a probe, also below it: a listing names the grants below, and there a prefix
    counts as something below its place."""
    below = is_above(used, granted) & ~sf.col("decided")
    return (is_above(granted, used) & within(granted, used)) | is_served(granted, used) | below


def gives(used: str, granted: str) -> Column:
    """One of the authorities is enough; for a retry or dead-letter topic, one of `readers` on its topic.

    Any authority is enough for a probe, whose operation is not known exactly, and for an operation that the center does
    not know. Reading named subscriptions includes managing them, as if they were the user's own.
    """
    named = sf.col("subscriptions").isNotNull() & sf.arrays_overlap("authorities", "managed")
    right = sf.col("needed").isNull() | sf.arrays_overlap("authorities", "needed") | named
    reads = sf.coalesce(sf.arrays_overlap("authorities", "readers"), sf.lit(True))
    reader = is_service_topic(used) & (sf.col(used) != sf.col(granted)) & reads & within(granted, served(used))
    return ~sf.col("decided") | (is_above(granted, used) & right) | reader
