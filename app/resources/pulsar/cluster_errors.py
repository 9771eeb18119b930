"""How a call of a cluster fails. Each error has a stable code, for programs; its text is for people."""


class ClusterRefusedError(Exception):
    """The cluster answered but refused; the text is its own message. `code` is stable, for programs."""

    def __init__(self, message: str, code: str = "cluster_refused") -> None:
        super().__init__(message)
        self.code = code


class ClusterUnreachableError(Exception):
    """The cluster did not answer, or not in time. `code` is stable."""

    def __init__(self, message: str, code: str = "cluster_unreachable") -> None:
        super().__init__(message)
        self.code = code


class NameNotCallableError(ClusterRefusedError):
    """No call can name this safely. The cluster was not called."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "name_not_callable")
