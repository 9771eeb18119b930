"""`usercenter`, the command line: commands on the database of this machine, and commands that use a center's API.

It may use the whole service. Nothing may use it, and commands for a center must not touch a database: they ask its API.
"""

from app.cli.program import main

__all__ = ["main"]
