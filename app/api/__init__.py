"""The HTTP interface: routes by audience, and what every request passes through.

It may use every room below; none of these knows FastAPI. It must not decide who may do what: it asks `rights.granting`
and `access`, and turns their errors into problem documents with stable codes.
"""
