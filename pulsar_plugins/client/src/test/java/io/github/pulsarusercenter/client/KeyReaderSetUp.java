package io.github.pulsarusercenter.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.pulsarusercenter.client.keys.KeyKeeper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Readers and a center on the loopback for them. */
abstract class KeyReaderSetUp {
  static final String TOPIC = "persistent://acme/orders/created";
  static final long OFTEN = 20;

  final List<UserCenterKeyReader> opened = new ArrayList<>();
  KeyServer center;

  @BeforeEach
  void start() throws IOException {
    center = new KeyServer();
  }

  @AfterEach
  void stop() {
    opened.forEach(UserCenterKeyReader::close);
    center.close();
  }

  UserCenterKeyReader reader() throws PulsarClientException {
    return reader(KeyKeeper.FRESH_MILLIS, null);
  }

  UserCenterKeyReader reader(long freshMillis, String subscription) throws PulsarClientException {
    UserCenterKeyReader reader =
        UserCenterKeyReader.open(authParams(), TOPIC, subscription, freshMillis);
    opened.add(reader);
    return reader;
  }

  String authParams() {
    return "url:" + center.url() + ",clientId:billing,clientSecret:hidden";
  }

  static String privateHalf(UserCenterKeyReader reader, int number) {
    Map<String, String> metadata = Map.of("version", Integer.toString(number));
    return new String(reader.getPrivateKey("orders", metadata).getKey(), UTF_8);
  }

  static String publicHalf(UserCenterKeyReader reader) {
    return new String(reader.getPublicKey("orders", null).getKey(), UTF_8);
  }

  static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("user-center-keys"))
        .count();
  }
}
