"""May this principal do that here, and why? The decision, its explanation and its simulation, by names of resources.

It may use names of resources and nothing else of the service. It must not know a database, HTTP, settings or a clock:
callers pass in the rights and the time. The Java plugin is its twin, tested by the same decision cases.
"""
