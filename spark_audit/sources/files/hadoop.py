"""Event files behind an address, read through Hadoop's file systems as Spark is configured."""

from typing import Any, cast
from urllib.parse import unquote

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from spark_audit.sources.errors import SourceError
from spark_audit.sources.files.entry import Entry, is_wanted

_NOBODY = "nobody answers there, see spark.hadoop.fs.s3a.endpoint and the network"
_ADVICE = {
    "UnsupportedFileSystemException": "Spark does not know such addresses, give it the jars of their file system",
    "UnknownStoreException": "there is no such bucket, see whether the address is right",
    "AccessDeniedException": "access is denied, see spark.hadoop.fs.s3a.access.key and spark.hadoop.fs.s3a.secret.key",
    **dict.fromkeys(("AWSClientIOException", "ConnectException", "ConnectTimeoutException"), _NOBODY),
    "UnknownHostException": _NOBODY,
}
"""Exception → advice for the operator. The messages of file systems are long and made for programmers."""


class HadoopFiles:
    """Files below an address such as `s3a://bucket/events`; the driver's JVM lists and reads them."""

    def __init__(self, spark: SparkSession, address: str) -> None:
        """Raises SourceError if there is no file system for the address."""
        inside = cast(Any, spark)
        self._jvm = inside._jvm
        self._root = self._jvm.org.apache.hadoop.fs.Path(address)
        try:
            self._system = self._root.getFileSystem(inside._jsc.hadoopConfiguration())
        except Py4JJavaError as error:
            raise _unreachable(address, error) from error

    def list(self, include_open: bool) -> list[Entry]:
        """See `Files`. Raises SourceError if the address cannot be listed."""
        found = []
        try:
            root = self._system.makeQualified(self._root).toString().rstrip("/") + "/"
            listing = self._system.listFiles(self._root, True)
            while listing.hasNext():
                status = listing.next()
                path = status.getPath().toString()
                if is_wanted(path, include_open):
                    name, size, modified = path.removeprefix(root), status.getLen(), status.getModificationTime()
                    uri = unquote(status.getPath().toUri().toString()).replace("file:///", "file:/", 1)
                    found.append(Entry(name, path, uri, size, modified))
        except Py4JJavaError as error:
            raise _unreachable(self._root.toString(), error) from error
        return sorted(found, key=lambda entry: entry.name)

    def sha256(self, file: Entry) -> str:
        """See `Files`. Raises SourceError if the file cannot be read."""
        try:
            return self._hash(self._bounded(self._open(file), file.bytes))
        except Py4JJavaError as error:
            raise _unreachable(file.path, error) from error

    def begins_with(self, file: Entry, length: int, sha256: str) -> bool:
        """See `Files`."""
        try:
            return self._hash(self._bounded(self._text(file), length)) == sha256
        except Py4JJavaError:
            return False

    def text_bytes(self, file: Entry) -> int:
        """See `Files`. Raises SourceError if the file cannot be read."""
        if not file.compressed or file.bytes < 4:
            return file.bytes
        try:
            stream = self._open(file)
            try:
                stream.seek(file.bytes - 4)
                return int.from_bytes((stream.readInt() & 0xFFFFFFFF).to_bytes(4, "big"), "little")
            finally:
                stream.close()
        except Py4JJavaError as error:
            raise _unreachable(file.path, error) from error

    def unpacked(self, file: Entry) -> int | None:
        """See `Files`."""
        try:
            stream = self._text(file)
            try:
                return int(self._jvm.org.apache.commons.io.IOUtils.consume(stream))
            finally:
                stream.close()
        except Py4JJavaError:
            return None

    def _open(self, file: Entry) -> Any:
        return self._system.open(self._jvm.org.apache.hadoop.fs.Path(file.path))

    def _text(self, file: Entry) -> Any:
        stream = self._open(file)
        return self._jvm.java.util.zip.GZIPInputStream(stream) if file.compressed else stream

    def _bounded(self, stream: Any, length: int) -> Any:
        return self._jvm.org.apache.commons.io.input.BoundedInputStream(stream, length)

    def _hash(self, stream: Any) -> str:
        try:
            return str(self._jvm.org.apache.commons.codec.digest.DigestUtils.sha256Hex(stream))
        finally:
            stream.close()


def _unreachable(address: str, error: Py4JJavaError) -> SourceError:
    kind, message = error.java_exception.getClass().getSimpleName(), str(error.java_exception.getMessage())
    advice = _ADVICE.get(kind)
    first = message.partition("\n")[0]
    return SourceError(f"{address} cannot be read: {f'{advice} ({first})' if advice else first}")
