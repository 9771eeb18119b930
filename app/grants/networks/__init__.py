"""Networks as administrators write them: CIDR, or the name of a list of them that is kept once. Decision 0079.

What is limited keeps both: what was written, and what it means now. A list that changes is written anew everywhere
(`app.identity.accounts.network_uses`), so nothing else has to look a name up. What a network means:
`app.access.network_limits`.
"""
