# Pulsar standalone with the plugin in lib/ and the interceptor's descriptor in interceptors/.
ARG MAVEN_IMAGE=maven:3.9-eclipse-temurin-17@sha256:42a3ac393abbc64dae6c96703e5ead2e921fe9103371ac58b5b404b0d6a26502
ARG JAVA_IMAGE=eclipse-temurin:21-jre@sha256:a80c51f2d09a3e7e00d521f1c817bbceb6b3be94109b4a784d46078099882dda

FROM ${MAVEN_IMAGE} AS plugin
WORKDIR /build
COPY app/access/operations.json app/access/operations.json
COPY pulsar_plugins/ pulsar_plugins/
RUN mvn -B -ntp -q -f pulsar_plugins/pom.xml package -DskipTests

# What Apache publishes, by the checksum that it publishes: the image apachepulsar/pulsar holds the same.
FROM ${MAVEN_IMAGE} AS pulsar
ARG PULSAR_VERSION=4.0.8
ARG PULSAR_SHA512=65b769b10696cdfebf7fc5bcdc95dd663702e27051e616c1a13cb100e91279525be35352171befe7b0011176330aab29bd0a6c8a0f2f0646641af46d2e33cbd6
WORKDIR /download
RUN mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -DoutputDirectory=. \
    -Dartifact=org.apache.pulsar:pulsar-server-distribution:${PULSAR_VERSION}:tar.gz:bin \
 && echo "${PULSAR_SHA512}  pulsar-server-distribution-${PULSAR_VERSION}-bin.tar.gz" | sha512sum -c - \
 && mkdir /pulsar && tar -xzf pulsar-server-distribution-${PULSAR_VERSION}-bin.tar.gz -C /pulsar --strip-components=1 \
 && rm pulsar-server-distribution-${PULSAR_VERSION}-bin.tar.gz

FROM ${JAVA_IMAGE}
LABEL org.opencontainers.image.title="Apache Pulsar with the plugin of Pulsar User Center" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=pulsar /pulsar /pulsar
WORKDIR /pulsar
COPY --from=plugin /build/pulsar_plugins/broker/target/pulsar-user-center-broker.jar lib/
COPY --from=plugin /build/pulsar_plugins/broker/target/pulsar-user-center-interceptor.nar interceptors/
COPY docker/start-broker.sh /start-broker.sh
# Named volumes take over the owner of what is there: the broker runs as 10000 and writes both.
RUN mkdir -p data logs/user-center-events && chown -R 10000:0 data logs
USER 10000:0
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s --retries=6 CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/6650"]
# That of the image changes its certificates, which the broker does not use.
ENTRYPOINT []
CMD ["sh", "/start-broker.sh"]
