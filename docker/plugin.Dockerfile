# The plugin's two files alone, to copy into brokers' pods (docs/operators/kubernetes.md).
ARG MAVEN_IMAGE=maven:3.9-eclipse-temurin-17@sha256:42a3ac393abbc64dae6c96703e5ead2e921fe9103371ac58b5b404b0d6a26502
ARG BUSYBOX_IMAGE=busybox:1.37@sha256:9db7b59979c38555a39def84a31fb98b5296952f9e3afd4f6f11f05b07adfab0

FROM ${MAVEN_IMAGE} AS plugin
WORKDIR /build
COPY app/access/operations.json app/access/operations.json
COPY pulsar_plugins/ pulsar_plugins/
RUN mvn -B -ntp -q -f pulsar_plugins/pom.xml package -DskipTests

FROM ${BUSYBOX_IMAGE}
LABEL org.opencontainers.image.title="Pulsar User Center: broker plugin" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=plugin /build/pulsar_plugins/broker/target/pulsar-user-center-broker.jar \
  /build/pulsar_plugins/broker/target/pulsar-user-center-interceptor.nar /plugin/
USER 10000
CMD ["cp", "/plugin/pulsar-user-center-broker.jar", "/plugin/pulsar-user-center-interceptor.nar", "/target/"]
