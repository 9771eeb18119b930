package io.github.pulsarusercenter.client;

import static io.github.pulsarusercenter.client.KeyServer.CHECK;
import static io.github.pulsarusercenter.client.KeyServer.NAMES;
import static io.github.pulsarusercenter.client.KeyServer.PRIVATE;
import static io.github.pulsarusercenter.client.KeyServer.PRIVATE_PEM;
import static io.github.pulsarusercenter.client.KeyServer.PUBLIC;
import static io.github.pulsarusercenter.client.KeyServer.TOKEN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.client.keys.KeyKeeper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.pulsar.client.api.EncryptionKeyInfo;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader as Pulsar's clients use it, against a center on the loopback. */
class UserCenterKeyReaderTest {
  private static final String TOPIC = "persistent://acme/orders/created";
  private static final long OFTEN = 20;

  private final List<UserCenterKeyReader> opened = new ArrayList<>();
  private KeyServer center;

  @BeforeEach
  void start() throws IOException {
    center = new KeyServer();
  }

  @AfterEach
  void stop() {
    opened.forEach(UserCenterKeyReader::close);
    center.close();
  }

  private UserCenterKeyReader reader() throws PulsarClientException {
    return reader(KeyKeeper.FRESH_MILLIS, null);
  }

  private UserCenterKeyReader reader(long freshMillis, String subscription)
      throws PulsarClientException {
    UserCenterKeyReader reader =
        UserCenterKeyReader.open(authParams(), TOPIC, subscription, freshMillis);
    opened.add(reader);
    return reader;
  }

  private String authParams() {
    return "url:" + center.url() + ",clientId:billing,clientSecret:hidden";
  }

  private static String privateHalf(UserCenterKeyReader reader, int number) {
    Map<String, String> metadata = Map.of("version", Integer.toString(number));
    return new String(reader.getPrivateKey("orders", metadata).getKey(), UTF_8);
  }

  private static String publicHalf(UserCenterKeyReader reader) {
    return new String(reader.getPublicKey("orders", null).getKey(), UTF_8);
  }

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
  void anOutageEndsNothing() throws Exception {
    UserCenterKeyReader reader = reader(OFTEN, null);
    assertEquals("public 1", publicHalf(reader));
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    center.active("orders", 2);
    PluginSetUp.eventually(() -> publicHalf(reader).equals("public 2"));
    for (String path : List.of(PUBLIC, PRIVATE, CHECK)) {
      center.refusals.put(path, 503);
    }
    long before = center.count(CHECK);
    PluginSetUp.eventually(() -> center.count(CHECK) >= before + 3);
    assertEquals("public 2", publicHalf(reader));
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    assertEquals("", privateHalf(reader, 2));
    center.close();
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    assertEquals("public 2", publicHalf(reader));
    assertEquals(1, center.asked.stream().filter(each -> each.contains("\"number\":1,")).count());
  }

  @Test
  void aProducerThatHasAKeyGoesOnWithItWhateverTheCenterSays() throws Exception {
    UserCenterKeyReader reader = reader(OFTEN, null);
    assertEquals("public 1", publicHalf(reader));
    center.active("orders-2", 1);
    PluginSetUp.eventually(() -> center.count(PUBLIC) >= 2 || publicHalf(reader).isEmpty());
    assertEquals("public 1", publicHalf(reader));
    assertEquals("1", reader.getPublicKey("orders-2", null).getMetadata().get("version"));
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

  @Test
  void whoLostTheRightForgets() throws Exception {
    UserCenterKeyReader reader = reader(OFTEN, "billing");
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    PluginSetUp.eventually(() -> center.count(CHECK) >= 2);
    assertEquals(1, center.count(PRIVATE));
    String question =
        "\"principal\":\"billing\",\"question\":\"topic:CONSUME\",\"resource_type\":\"topic\","
            + "\"resource\":\"%s\",\"subscription\":\"billing\",\"address\":\"10.1.2.3\"}"
                .formatted(TOPIC);
    String both = "[{\"cluster_id\":1,%s, {\"cluster_id\":2,%s]".formatted(question, question);
    assertTrue(center.asked.contains(CHECK + " {\"questions\":" + both + "}"));
    assertTrue(center.asked.contains(NAMES + "?kind=tenant&name=acme "));
    center.refusals.put(PRIVATE, 403);
    center.mayRead("true", "false");
    PluginSetUp.eventually(() -> privateHalf(reader, 1).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({NAMES + ",404", CHECK + ",403", CHECK + ",401", "/api/v1/session,401"})
  void whoIsRefusedForgets(String path, int status) throws Exception {
    UserCenterKeyReader reader = reader(OFTEN, null);
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    center.refusals.put(PRIVATE, 404);
    center.refusals.put(path, status);
    PluginSetUp.eventually(() -> privateHalf(reader, 1).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"null,true", "true,null"})
  void aQuestionWithoutAnAnswerIsANo(String first, String second) throws Exception {
    UserCenterKeyReader reader = reader(OFTEN, null);
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    center.refusals.put(PRIVATE, 404);
    center.mayRead(first, second);
    PluginSetUp.eventually(() -> privateHalf(reader, 1).isEmpty());
  }

  @Test
  void aHundredKeysAreRememberedAndFailuresPushOutNone() throws Exception {
    UserCenterKeyReader reader = reader();
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    center.refusals.put(PRIVATE, 404);
    for (int number = 1_000; number < 1_150; number++) {
      assertEquals("", privateHalf(reader, number));
    }
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    center.refusals.clear();
    for (int number = 2; number <= 101; number++) {
      assertEquals(PRIVATE_PEM + number, privateHalf(reader, number));
    }
    long before = center.count(PRIVATE);
    privateHalf(reader, 101);
    assertEquals(before, center.count(PRIVATE));
    privateHalf(reader, 1);
    assertEquals(before + 1, center.count(PRIVATE));
  }

  @Test
  void aHungCenterHoldsOneMessageUpAndNotTheNextOne() throws Exception {
    UserCenterKeyReader reader = reader();
    center.delayMillis = 60_000;
    assertEquals("", privateHalf(reader, 1)); // after 10 s
    assertEquals("", privateHalf(reader, 1));
    assertEquals(1, center.count(PRIVATE));
  }

  @Test
  void aStartThatCannotWorkFailsWithASentence() throws Exception {
    center.refusals.put(TOKEN, 401);
    assertSentence("refuses billing: invalid_client");
    center.refusals.put(TOKEN, 503);
    assertSentence("answers 503");
    center.refusals.clear();
    center.bodies.put("/.well-known/oauth-authorization-server", "{}");
    assertSentence("without its name");
    center.close();
    assertSentence("nobody answers at " + center.url());
    PluginSetUp.eventually(() -> PluginSetUp.threads() == 0 && threads() == 0);
  }

  private void assertSentence(String part) {
    String message =
        assertThrows(
                PulsarClientException.class, () -> UserCenterKeyReader.open(authParams(), TOPIC))
            .getMessage();
    assertTrue(message.startsWith("user center: ") && message.contains(part), message);
    assertFalse(message.contains("hidden"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "created",
        "acme/orders/created",
        "persistent://acme/orders/",
        "persistent://a b/c/d"
      })
  void aTopicHasItsFullName(String topic) {
    assertThrows(
        IllegalArgumentException.class, () -> UserCenterKeyReader.open(authParams(), topic));
  }

  @Test
  void aPasswordOpensBrokersOnly() {
    String person = "url:" + center.url() + ",username:alice,password:hidden";
    String message =
        assertThrows(IllegalArgumentException.class, () -> UserCenterKeyReader.open(person, TOPIC))
            .getMessage();
    assertTrue(message.contains("give clientId and clientSecretFile"), message);
  }

  @Test
  void keysStayInTheReader() throws Exception {
    UserCenterKeyReader reader = reader();
    privateHalf(reader, 1);
    assertEquals("UserCenterKeyReader{" + TOPIC + "}", reader.toString());
    ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream());
    assertThrows(NotSerializableException.class, () -> out.writeObject(reader));
    reader.getPrivateKey("orders", Map.of()).getKey()[0] = 0; // a copy
    assertEquals(PRIVATE_PEM + 1, privateHalf(reader, 1));
    reader.close();
    assertEquals("", privateHalf(reader, 1));
    PluginSetUp.eventually(() -> threads() == 0);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("user-center-keys"))
        .count();
  }
}
