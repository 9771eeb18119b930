# The nightly audit: export the history, run the Spark job on local[*], import what it found.
ARG PYTHON_IMAGE=python:3.13-slim-bookworm@sha256:67a1e1f215ccda113cfc024e8639049257e88f273898f595b61476d128d387e8

FROM ${PYTHON_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends openjdk-17-jre-headless procps && rm -rf /var/lib/apt/lists/*
LABEL org.opencontainers.image.title="Pulsar User Center: audit" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /center
COPY requirements/audit.lock ./
RUN pip install --no-cache-dir --require-hashes -r audit.lock
COPY app/ app/
COPY migrations/ migrations/
COPY spark_audit/ spark_audit/
COPY docker/run-audit.sh docker/repeat.sh ./
# As the broker (10000:0), whose events its group may read. Spark wants a user with a name and a home.
RUN useradd --uid 10000 --gid 0 --create-home audit && mkdir /audit && chown audit:0 /audit
USER 10000
CMD ["sh", "-c", "exec sh repeat.sh \"${AUDIT_EVERY_SECONDS:-0}\" sh run-audit.sh"]
