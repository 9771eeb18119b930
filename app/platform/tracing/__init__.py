"""OpenTelemetry, as an option: spans of requests, statements and calls, and the metrics by OTLP (decision 0096).

Off, `spans` does nothing and no package of its SDK is imported. `exporting` starts it. Attributes are numbers, words
of ours, templates of routes and hosts of clusters: never a path, a query, a parameter, a name of somebody, or the text
of an error.
"""
