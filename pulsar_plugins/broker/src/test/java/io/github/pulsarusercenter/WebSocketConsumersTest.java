package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.authentication.SignInData;
import java.util.Set;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may open a consumer of the WebSocket service, by all that its handshake asks for. */
class WebSocketConsumersTest extends ProviderSetUp {
  @BeforeEach
  void rootIsNoProxy() {
    conf.setProxyRoles(Set.of());
  }

  /** Sam reads by the subscription {@code s} alone. */
  @Override
  String snapshot() {
    String sam = "{\"name\":\"sam\",\"roles\":[5]},";
    String limits = "\"auth\":[],\"limits\":{\"auth\":[303],\"subscriptions\":[\"s\"]}";
    String grant = "{\"id\":5,\"role\":5,\"type\":3,\"name\":\"acme/orders\"," + limits + "},";
    return super.snapshot()
        .replace("\"users\":[", "\"users\":[" + sam)
        .replace("\"grants\":[", "\"grants\":[" + grant);
  }

  private boolean may(String role, String query) {
    TopicOperation consume = TopicOperation.CONSUME;
    var data = Handshakes.consumer("s", query);
    boolean answer = provider.allowTopicOperationAsync(ORDERS, role, consume, data).join();
    assertEquals(answer, provider.canConsumeAsync(ORDERS, role, data, "s").join());
    return answer;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "subscriptionType=Shared",
        "maxRedeliverCount=3",
        "maxRedeliverCount=3&deadLetterTopic=acme/orders/lost",
      })
  void writersOfTheDeadLettersConsume(String query) {
    assertTrue(may("alice", query));
    assertFalse(may("dora", query));
  }

  /** Data without a subscription is no reader's where the broker names one. */
  @ParameterizedTest
  @CsvSource({"s, true", "other, false"})
  void theSubscriptionThatTheBrokerNamesCounts(String subscription, boolean allowed) {
    AuthenticationDataSource data = SignInData.unwrapped(Handshakes.consumer("", null));
    assertEquals(allowed, provider.canConsumeAsync(ORDERS, "sam", data, subscription).join());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deadLetterTopic=acme/paid/lost",
        "deadLetterTopic=persistent%3A%2F%2Facme%2Fpaid%2Flost",
        "deadLetterTopic=acme/orders/__change_events",
        "deadLetterTopic=acme/orders/lost&deadLetterTopic=acme/paid/lost",
        "topicsPattern=persistent://acme/orders/.*",
        "deadLetterTopic=%zz",
      })
  void consumingTakesWritingTheDeadLetters(String query) {
    assertFalse(may("alice", query));
    assertTrue(may("root", query) || query.contains("__"));
  }
}
