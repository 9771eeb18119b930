package io.github.pulsarusercenter.questions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.Handshakes;
import java.util.List;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;
import org.apache.pulsar.common.naming.TopicName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebSocketConsumerTest {
  private static final TopicName TOPIC = TopicName.get("persistent://acme/orders/created");
  private static final String OWN = "persistent://acme/orders/created-s-DLQ";

  private static WebSocketConsumer of(String query) {
    return WebSocketConsumer.of(TOPIC, Handshakes.consumer("s", query), null);
  }

  private static List<String> deadLetterTopics(String query) {
    WebSocketConsumer consumer = of(query);
    assertTrue(consumer.certain(), query);
    return consumer.deadLetters().stream().map(TopicName::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "deadLetterTopic=persistent://v/o/c, persistent://v/o/c",
    "deadLetterTopic=v/o/c, persistent://v/o/c",
    "deadLetterTopic=c, persistent://public/default/c",
    "deadLetterTopic=+v%2Fo%2Fc%20, persistent://v/o/c",
    "%64eadLetterTopic=v/o/c, persistent://v/o/c",
    "a=b&&deadLetterTopic=v/o/c&token=x, persistent://v/o/c",
    "deadLetterTopic=v/o/c&maxRedeliverCount=1, persistent://v/o/c",
    "maxRedeliverCount=1, " + OWN,
    "maxRedeliverCount, " + OWN,
    "deadLetterTopic, " + OWN,
    "deadLetterTopic=, " + OWN,
    "deadLetterTopic=%20, " + OWN,
  })
  void readsTheTopicOfDeadLetters(String query, String topic) {
    assertEquals(List.of(topic), deadLetterTopics(query));
  }

  @Test
  void eachOfSeveralCounts() {
    List<String> both = List.of("persistent://a/o/c", "persistent://v/o/c");
    assertEquals(both, deadLetterTopics("deadLetterTopic=a/o/c&deadLetterTopic=v/o/c"));
    List<String> blank = List.of("persistent://v/o/c", OWN);
    assertEquals(blank, deadLetterTopics("deadLetterTopic=&deadLetterTopic=v/o/c"));
  }

  @Test
  void withoutSuchAParameterNoneAreWritten() {
    assertEquals(List.of(), deadLetterTopics(null));
    assertEquals(List.of(), deadLetterTopics(""));
    assertEquals(List.of(), deadLetterTopics("subscriptionType=Shared&deadlettertopic=v/o/c"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topicsPattern=persistent://acme/orders/own-%7C.*",
        "topics%50attern=x",
        "deadLetterTopic=%zz",
        "deadLetterTopic=a%u0062",
        "%zz=1",
        "deadLetterTopic=other://v/o/c",
        "deadLetterTopic=v/o",
      })
  void patternsAndUnreadableQueriesAreUncertain(String query) {
    assertFalse(of(query).certain());
  }

  @Test
  void dataThatDoesNotShowTheQueryIsUncertain() {
    AuthenticationDataSource hidden =
        new AuthenticationDataSource() {
          @Override
          public boolean hasDataFromHttp() {
            return true;
          }

          @Override
          public String getHttpHeader(String name) {
            return name.equals("Upgrade") ? "WebSocket" : null;
          }
        };
    assertFalse(WebSocketConsumer.of(TOPIC, hidden, null).certain());
  }

  @Test
  void aReaderHasASubscriptionOfPulsarsMaking() {
    assertTrue(
        WebSocketConsumer.of(TOPIC, Handshakes.consumer("", null), null)
            .subscription()
            .startsWith("reader-"));
    assertEquals("s", of(null).subscription());
  }

  @Test
  void otherCallsAreNone() {
    assertNull(WebSocketConsumer.of(TOPIC, null, null));
    AuthenticationDataSource call = new AuthenticationDataSource() {};
    assertNull(WebSocketConsumer.of(TOPIC, call, null));
    assertNull(WebSocketConsumer.of(TOPIC, new AuthenticationDataSubscription(call, "s"), null));
  }
}
