"""The HTTP interface: routes by audience, and what every request goes through.

It may use everything below it; no package below knows FastAPI. It must not decide who may do what: it asks
`granting` and `access`, and turns their errors into problems with stable codes.
"""
