"""The process: how it starts and ends, its one HTTP server, the application in it, and its periodic work."""
