"""What it costs to take over a large cluster, which is played by a small HTTP server."""
