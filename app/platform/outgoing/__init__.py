"""Calls from the center to other machines: which addresses they may reach, and a connection to exactly those.

It may use no other package of the service but `errors`. It must not know a database, or what is asked there.
"""
