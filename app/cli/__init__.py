"""`usercenter`, the command line: commands on the database of this machine, and commands that use a center's API.

It may use all rooms below. Commands for a center must not touch a database: they ask its API.
"""
