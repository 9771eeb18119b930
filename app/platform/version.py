"""The version of this program. Everything else that names a version follows it (tests/architecture/test_version.py)."""

VERSION = "0.1.0"
