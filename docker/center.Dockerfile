# The center with its console: two stages, the second without Node.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7
ARG PYTHON_IMAGE=python:3.13-slim-bookworm@sha256:67a1e1f215ccda113cfc024e8639049257e88f273898f595b61476d128d387e8

FROM ${NODE_IMAGE} AS console
WORKDIR /console
COPY console/package.json console/package-lock.json console/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY console/ ./
RUN npm run build

FROM ${PYTHON_IMAGE}
LABEL org.opencontainers.image.title="Pulsar User Center" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="Apache-2.0"
RUN useradd --uid 10001 --create-home center
WORKDIR /center
COPY requirements/run.lock ./
RUN pip install --no-cache-dir --require-hashes -r run.lock
COPY app/ app/
# The user of the container cannot write byte code: each start would compile every file anew.
RUN python -m compileall -q app
COPY migrations/ migrations/
COPY docker/make-secrets.sh docker/repeat.sh deploy/run-backup.sh ./
COPY --from=console /console/dist console/dist
# Named volumes take over owner and mode of what is there.
RUN volumes="/secrets /database-secrets /backup-secrets /broker-files /backups" \
 && mkdir data $volumes && chown center data $volumes && chmod 0750 $volumes \
 && printf '#!/bin/sh\nPYTHONPATH=/center exec python -P -m app "$@"\n' > /usr/local/bin/usercenter \
 && chmod +x /usr/local/bin/usercenter
# By number: Kubernetes proves runAsNonRoot only so.
USER 10001
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=12 CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8080/health/ready', timeout=4)"]
CMD ["usercenter", "run"]
