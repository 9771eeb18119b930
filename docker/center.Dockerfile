# The center with its console: two stages, the second without Node.
FROM node:24-bookworm-slim AS console
WORKDIR /console
COPY console/package.json console/package-lock.json console/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY console/ ./
RUN npm run build

FROM python:3.13-slim-bookworm
RUN useradd --create-home center
WORKDIR /center
COPY requirements/run.lock ./
RUN pip install --no-cache-dir --require-hashes -r run.lock
COPY app/ app/
COPY migrations/ migrations/
COPY --from=console /console/dist console/dist
RUN mkdir data && chown center data \
 && printf '#!/bin/sh\nPYTHONPATH=/center exec python -P -m app "$@"\n' > /usr/local/bin/usercenter \
 && chmod +x /usr/local/bin/usercenter
USER center
EXPOSE 8080
CMD ["usercenter", "run"]
