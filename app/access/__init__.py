"""May this principal do that here, and why? The decision, its explanation and its simulation, over names.

It may use names of resources and nothing else of ours. It must not know a database, HTTP, settings or a clock: whoever
asks brings the rights and the time. The Java plugin is its twin, held to the same decision cases.
"""
