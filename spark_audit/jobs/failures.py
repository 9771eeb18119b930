"""Turns failures of this machine into one sentence that says what to do."""

import errno
from collections.abc import Mapping
from pathlib import Path

_UNWRITABLE = "{out} cannot be written: give another --out, or let this user write there"
_CAUSES: Mapping[tuple[str, ...], str] = {
    ("AWSClientIOException", "AWSServiceIOException", "SdkClientException"): (
        "the events could not be read to their end: see whether the object store is there, and run again. What was "
        "there before is unchanged"
    ),
    ("No space left on device", "Disk quota exceeded", "File too large", "[Errno 28]", "[Errno 27]"): (
        "there is no room left on the disk of {out}: make room and run again. What was there before is unchanged"
    ),
    ("spark.driver.maxResultSize", "TaskResultLost", "Cannot broadcast the table"): (
        "an answer was too large for Spark's memory: give it more (PYSPARK_SUBMIT_ARGS='--driver-memory 4g "
        "--conf spark.driver.maxResultSize=3g pyspark-shell'), and run again. What was there before is unchanged"
    ),
    ("OutOfMemoryError", "MemoryError", "Not enough memory", "SparkContext was shut down", "GC overhead limit",
     "Unable to acquire", "Initial heap size", "Answer from Java side is",
     "Connection refused", "System memory", "Py4JNetworkError"): (
        "Spark does not have enough memory: give it more (PYSPARK_SUBMIT_ARGS='--driver-memory 4g pyspark-shell', or "
        "spark-submit --driver-memory 4g --executor-memory 4g) and run again. What was there before is unchanged"
    ),
    ("JAVA_GATEWAY_EXITED", "UnsupportedClassVersionError", "JAVA_HOME is not set"): (
        "Spark could not start Java: it needs a JDK 17 or 21, which JAVA_HOME or the search path must name"
    ),
    ("Permission denied", "Read-only file system", "Not a directory", "File exists", "Operation not permitted",
     "Mkdirs failed"): _UNWRITABLE,
}  # fmt: skip
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

NO_JAVA = "there is no Java: install a JDK 17 or 21, and set JAVA_HOME if it is not in the search path"


def sentence(error: BaseException, out: Path) -> str | None:
    """Why a run failed, if the machine is the cause; None for an error of this program."""
    of_files = (_of_file(cause, out) for cause in _chain(error) if isinstance(cause, OSError) and cause.filename)
    if known := next(filter(None, of_files), None):
        return known
    text = "\n".join(f"{type(cause).__name__} {cause}" for cause in _chain(error))
    for signs, advice in _CAUSES.items():
        if any(sign in text for sign in signs):
            return advice.format(out=out)
    return None


def _of_file(error: OSError, out: Path) -> str | None:
    """The sentence for an OSError of a file; None for a full disk, and for a missing file that is our own."""
    file, whole = Path(str(error.filename)).absolute(), out.absolute()
    if error.errno in _FULL or (error.errno == errno.ENOENT and whole in file.parents):
        return None
    if file.is_relative_to(whole) or whole.is_relative_to(file):
        return _UNWRITABLE.format(out=out)
    return f"{error.filename} cannot be read: {error.strerror}. What was there before is unchanged"


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
