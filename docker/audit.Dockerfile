# The nightly audit: export the history, run the Spark job on local[*], import what it found.
FROM python:3.13-slim-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends openjdk-17-jre-headless procps && rm -rf /var/lib/apt/lists/*
WORKDIR /center
COPY requirements/test.lock ./
RUN pip install --no-cache-dir --require-hashes -r test.lock
COPY app/ app/
COPY migrations/ migrations/
COPY spark_audit/ spark_audit/
# As the broker (10000:0), whose events its group may read. Spark wants a user with a name and a home.
RUN useradd --uid 10000 --gid 0 --create-home audit && mkdir /audit && chown audit:0 /audit
USER audit
CMD ["sh", "-ec", "python -m app export-history /audit/history && python -m spark_audit run --events /events --history /audit/history --out /audit && python -m app import-audit /audit"]
