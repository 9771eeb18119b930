package io.github.pulsarusercenter.client;

import static io.github.pulsarusercenter.client.KeyServer.CHECK;
import static io.github.pulsarusercenter.client.KeyServer.NAMES;
import static io.github.pulsarusercenter.client.KeyServer.PRIVATE;
import static io.github.pulsarusercenter.client.KeyServer.PRIVATE_PEM;
import static io.github.pulsarusercenter.client.KeyServer.PUBLIC;
import static io.github.pulsarusercenter.client.KeyServer.TOKEN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Map;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the start of a reader to its end: outages, rights that end, what it remembers. */
class KeyReaderLifeTest extends KeyReaderSetUp {
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
}
