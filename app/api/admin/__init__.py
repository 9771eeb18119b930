"""Routes for people and their programs: the console, the command line, scripts.

They may use every package below the API. They must not know brokers' and public routes; each names its guard, which
says who may call it.
"""
