# Pulsar standalone with the plugin in lib/ and the interceptor's descriptor in interceptors/.
FROM maven:3.9-eclipse-temurin-17 AS plugin
WORKDIR /build
COPY app/access/operations.json app/access/operations.json
COPY pulsar_plugins/ pulsar_plugins/
RUN mvn -B -ntp -q -f pulsar_plugins/pom.xml package -DskipTests

FROM apachepulsar/pulsar:4.0.8
LABEL org.opencontainers.image.title="Apache Pulsar with the plugin of Pulsar User Center" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=plugin /build/pulsar_plugins/broker/target/pulsar-user-center-broker.jar lib/
COPY --from=plugin /build/pulsar_plugins/broker/target/pulsar-user-center-interceptor.nar interceptors/
COPY docker/start-broker.sh /start-broker.sh
# Named volumes take over the owner of what is there: the broker runs as 10000 and writes both.
USER root
RUN mkdir -p data logs/user-center-events && chown -R 10000:0 data logs
USER 10000
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s --retries=6 CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/6650"]
CMD ["sh", "/start-broker.sh"]
