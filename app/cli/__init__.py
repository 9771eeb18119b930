"""`usercenter`, the command line: what touches the database of this machine, and what asks a center through its API."""

from app.cli.program import main

__all__ = ["main"]
