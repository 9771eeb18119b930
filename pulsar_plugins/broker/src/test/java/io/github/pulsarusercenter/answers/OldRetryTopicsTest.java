package io.github.pulsarusercenter.answers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.ProviderSetUp;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answer to a Java client with enableRetry about topics on which it has no right. */
class OldRetryTopicsTest extends ProviderSetUp {
  private static final int NOT_FOUND = 404;

  private CompletableFuture<Boolean> ask(String who, String topic, TopicOperation operation) {
    return provider.allowTopicOperationAsync(TopicName.get(topic), who, operation, null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme/other/billing-RETRY", "acme/other/billing-DLQ-partition-0"})
  void holdersOfATenantRightGetNotFound(String topic) {
    CompletableFuture<Boolean> answer = ask("alice", topic, TopicOperation.LOOKUP);
    CompletionException failure = assertThrows(CompletionException.class, answer::join);
    RestException refusal = assertInstanceOf(RestException.class, failure.getCause());
    assertEquals(NOT_FOUND, refusal.getResponse().getStatus());
  }

  @Test
  void everythingElseIsDenied() {
    String topic = "acme/other/billing-RETRY";
    assertFalse(ask("alice", topic, TopicOperation.PRODUCE).join());
    assertFalse(ask("alice", topic, TopicOperation.CONSUME).join());
    assertFalse(ask("alice", "acme/other/billing", TopicOperation.LOOKUP).join());
    assertFalse(ask("alice", "else/other/billing-RETRY", TopicOperation.LOOKUP).join());
    assertFalse(ask("dora", topic, TopicOperation.LOOKUP).join());
    assertFalse(ask("bob", topic, TopicOperation.LOOKUP).join());
    assertFalse(ask(null, topic, TopicOperation.LOOKUP).join());
  }

  @Test
  void theWebSocketServiceGetsARefusal() {
    TopicName topic = TopicName.get("acme/other/billing-RETRY");
    assertFalse(provider.canLookupAsync(topic, "alice", null).join());
  }

  @Test
  void permittedLookUpsSucceed() {
    assertTrue(ask("alice", "acme/orders/billing-RETRY", TopicOperation.LOOKUP).join());
    assertTrue(ask("root", "acme/other/billing-DLQ", TopicOperation.LOOKUP).join());
  }
}
