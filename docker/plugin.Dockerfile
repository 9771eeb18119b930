# The plugin's two files alone, to copy into brokers' pods (docs/operators/kubernetes.md).
FROM maven:3.9-eclipse-temurin-17 AS plugin
WORKDIR /build
COPY app/access/operations.json app/access/operations.json
COPY pulsar_plugins/ pulsar_plugins/
RUN mvn -B -ntp -q -f pulsar_plugins/pom.xml package -DskipTests

FROM busybox:1.37
LABEL org.opencontainers.image.title="Pulsar User Center: broker plugin" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=plugin /build/pulsar_plugins/broker/target/pulsar-user-center-broker.jar \
  /build/pulsar_plugins/broker/target/pulsar-user-center-interceptor.nar /plugin/
USER 10000
CMD ["cp", "/plugin/pulsar-user-center-broker.jar", "/plugin/pulsar-user-center-interceptor.nar", "/target/"]
