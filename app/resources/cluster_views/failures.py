"""How a cluster fails to answer, and the code of each failure."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.access.naming_rules import is_scalable
from app.platform.errors import UserCenterError
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.cluster_errors import ClusterRefusedError, ClusterUnreachableError, NameNotCallableError


class ClusterUnreachable(UserCenterError):
    """The cluster did not answer, or not in time."""

    status, code, title = 504, "cluster_unreachable", "The cluster does not answer"


class ClusterRefused(UserCenterError):
    """The cluster answered, but refused or said nothing that makes sense."""

    status, code, title = 502, "cluster_refused", "The cluster refused"


class NotOnCluster(UserCenterError):
    """The cluster does not have it (any more), or no broker has loaded it."""

    status, code, title = 409, "not_on_cluster", "Not on the cluster"


class NotCallable(UserCenterError):
    """A name in the question is such that no call can name it safely. The cluster was not called."""

    status, code, title = 409, "name_not_callable", "No call can name it"


class NotForScalableTopics(UserCenterError):
    """Pulsar has no such call for scalable topics, or only one that the center does not make."""

    status, code, title = 409, "not_for_scalable_topics", "Not for scalable topics"


class MissingError(ClusterRefusedError):
    """The cluster answered that it has no such thing; the text is its own."""


def refuse_scalable(topic: str) -> None:
    """Raises NotForScalableTopics."""
    if is_scalable(topic):
        message = f"{topic} is a scalable topic: the center shows its statistics, shows and changes its subscriptions."
        raise NotForScalableTopics(message)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn what the admin API raises into errors that callers may see."""
    try:
        yield
    except MissingError as error:
        raise NotOnCluster(str(error)) from error
    except NameNotCallableError as error:
        raise NotCallable(str(error)) from error
    except ClusterUnreachableError as error:
        raise ClusterUnreachable(str(error)) from error
    except (ClusterRefusedError, AddressNotAllowedError) as error:
        raise ClusterRefused(str(error)) from error
