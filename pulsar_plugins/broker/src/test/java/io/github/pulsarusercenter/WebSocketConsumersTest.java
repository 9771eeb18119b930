package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may open a consumer of the WebSocket service, by all that its handshake asks for. */
class WebSocketConsumersTest extends ProviderSetUp {
  @BeforeEach
  void rootIsNoProxy() {
    conf.setProxyRoles(Set.of());
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
  void whoMayWriteTheDeadLettersConsumes(String query) {
    assertTrue(may("alice", query));
    assertFalse(may("dora", query));
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
  void nobodyConsumesWhoMayNotWriteThem(String query) {
    assertFalse(may("alice", query));
    assertTrue(may("root", query) || query.contains("__"));
  }
}
