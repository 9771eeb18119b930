"""`usercenter`, the command line: commands on the database of this machine, and commands that use a center's API."""

from app.cli.program import main

__all__ = ["main"]
