package io.github.pulsarusercenter.client;

import static io.github.pulsarusercenter.client.KeyServer.PRIVATE;
import static io.github.pulsarusercenter.client.KeyServer.PRIVATE_PEM;
import static io.github.pulsarusercenter.client.KeyServer.PUBLIC;
import static io.github.pulsarusercenter.client.KeyServer.TOKEN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.client.keys.KeyKeeper;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.pulsar.client.api.EncryptionKeyInfo;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader as Pulsar's clients use it: which key, in which version. */
class UserCenterKeyReaderTest extends KeyReaderSetUp {
  @Test
  void aProducerGetsTheActiveVersionAndSendsItsNumberAlong() throws Exception {
    center.active("orders", 3);
    UserCenterKeyReader reader = reader();
    EncryptionKeyInfo half = reader.getPublicKey("orders", null);
    assertEquals("public 3", new String(half.getKey(), UTF_8));
    assertEquals(Map.of("version", "3"), half.getMetadata());
    publicHalf(reader);
    assertEquals(1, center.count(PUBLIC));
    assertTrue(center.asked.contains(PUBLIC + " {\"topics\":[\"" + TOPIC + "\"]}"));
    // The token is for the center's API, whose name is not its address.
    String form = center.asked.stream().filter(each -> each.startsWith(TOKEN)).findFirst().get();
    assertTrue(form.endsWith("&audience=https%3A%2F%2Fcenter.example"), form);
  }

  @ParameterizedTest
  @CsvSource({"orders,2,2", "orders@4,,4", "orders@4,2,4", "orders,,1"})
  void aMessageSaysWhichVersionItNeeds(String name, String sent, int number) throws Exception {
    UserCenterKeyReader reader = reader(KeyKeeper.FRESH_MILLIS, "billing \"1\"");
    Map<String, String> metadata = sent == null ? Map.of() : Map.of("version", sent);
    byte[] half = reader.getPrivateKey(name, metadata).getKey();
    assertEquals(PRIVATE_PEM + number, new String(half, UTF_8));
    reader.getPrivateKey(name, metadata);
    assertEquals(1, center.count(PRIVATE));
    String body =
        "{\"topic\":\"%s\",\"name\":\"orders\",\"number\":%d,".formatted(TOPIC, number)
            + "\"subscription\":\"billing \\\"1\\\"\",\"reason\":\"a Java client reads\"}";
    assertTrue(center.asked.contains(PRIVATE + " " + body), center.asked.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders@",
        "orders@0",
        "orders@x",
        "orders@-1",
        "orders@1@",
        "@1",
        "a b@1",
        "orders@01",
        "orders@9999999999",
        "",
        "orders\n@1",
        "o\"rders@1"
      })
  void whatCannotBeAKeyIsNotAskedFor(String name) throws Exception {
    UserCenterKeyReader reader = reader();
    assertEquals(0, reader.getPrivateKey(name, Map.of()).getKey().length);
    assertEquals(0, reader.getPrivateKey("orders", Map.of("version", "two")).getKey().length);
    assertEquals(0, center.count(PRIVATE));
  }

  @Test
  void aThousandAskersMakeOneRequest() throws Exception {
    UserCenterKeyReader reader = reader();
    center.delayMillis = 200;
    ExecutorService askers = Executors.newFixedThreadPool(50);
    Callable<String> ask = () -> privateHalf(reader, 1);
    for (Future<String> answer : askers.invokeAll(Collections.nCopies(1_000, ask))) {
      assertEquals(PRIVATE_PEM + 1, answer.get());
    }
    askers.shutdown();
    assertEquals(1, center.count(PRIVATE));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 409, 422, 429, 500, 503})
  void aFailureIsNotAskedForAgainWithEachMessage(int status) throws Exception {
    UserCenterKeyReader reader = reader();
    center.refusals.put(PRIVATE, status);
    for (int i = 0; i < 5; i++) {
      assertEquals("", privateHalf(reader, 1));
    }
    assertEquals(status == 401 ? 2 : 1, center.count(PRIVATE)); // once more with another token
    center.refusals.clear();
    assertEquals(PRIVATE_PEM + 2, privateHalf(reader, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "[]", "{}", "{\"private_key\":null}", "{\"number\":1}"})
  void answersOfOtherServersGiveNothing(String body) throws Exception {
    UserCenterKeyReader reader = reader();
    center.bodies.put(PRIVATE, body);
    assertEquals("", privateHalf(reader, 1));
    center.bodies.put(PUBLIC, body);
    assertThrows(PulsarClientException.CryptoException.class, () -> publicHalf(reader));
  }

  @Test
  void withoutAKeyThereIsNoProducer() throws Exception {
    UserCenterKeyReader reader = reader();
    center.bodies.put(PUBLIC, "{\"items\":[{\"topic\":\"t\",\"error\":\"not_allowed\"}]}");
    String message =
        assertThrows(PulsarClientException.CryptoException.class, () -> publicHalf(reader))
            .getMessage();
    assertTrue(message.contains("for billing to write " + TOPIC + " with: not_allowed"), message);
    center.active("orders", 1);
    message =
        assertThrows(
                PulsarClientException.CryptoException.class,
                () -> reader.getPublicKey("mine", null))
            .getMessage();
    assertTrue(message.contains("is called orders, not mine"), message);
  }
}
