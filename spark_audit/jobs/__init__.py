"""One file a job: sources → transforms → sinks."""
