"""Findings about people and credentials: dormant, new addresses, unusual hours and volumes.

It may use daily gold tables and the rules. It must not know statuses of grants.
"""
