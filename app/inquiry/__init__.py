"""What people ask about rights: of a user, on a resource, what a change would do, as of a revision, since when.

It may use the rights that are read, the rules of giving, and what audits found. It reads only, and must not know
brokers or HTTP.
"""
