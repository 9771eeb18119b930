"""Routes for people and their programs: the console, the command line, scripts.

They may use every package below the API. They must not know the brokers' and the public routes. Each names its guard,
which decides who may call it.
"""
