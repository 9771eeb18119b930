package io.github.pulsarusercenter.revocation;

import static io.github.pulsarusercenter.revocation.RightsInForce.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fallback for brokers without the interceptor. */
class PolicyRewriteTest {
  @TempDir Path directory;
  private final List<String> written = new ArrayList<>();
  private CompletableFuture<Void> result = CompletableFuture.completedFuture(null);
  private boolean needed = true;
  private RightsInForce inForce;
  private PolicyRewrite rewrite;

  @BeforeEach
  void begin() {
    inForce = new RightsInForce(directory);
    rewrite =
        new PolicyRewrite(
            inForce.rights,
            inForce.answers,
            namespace -> {
              written.add(namespace.toString());
              return result;
            },
            () -> needed);
  }

  /** As the provider does: remembers the use, then answers. */
  private void produces(String principal, String topic) {
    Question produce = Question.of("topic:PRODUCE");
    ResourceName on = ResourceName.topic(topic);
    TopicName name = TopicName.get(topic);
    Runnable whenDenied =
        rewrite.remember(TopicOperation.PRODUCE, produce, name, on, principal, null, null);
    if (!inForce.answers.wouldAllow(produce, on, principal, null, who -> null)) {
      whenDenied.run();
    }
  }

  @Test
  void deniedUsesWriteNothing() {
    produces("carol", TOPIC);
    produces("alice", "persistent://acme/nowhere/t");
    rewrite.recheck();
    assertEquals(List.of(), written);
  }

  /** A denied second attempt must not remove the use that is open. */
  @Test
  void aDeniedSecondAttemptKeepsTheOpenUse() {
    produces("alice", TOPIC);
    inForce.nanos.addAndGet(10_000_000_000L);
    rewrite
        .remember(
            TopicOperation.PRODUCE,
            Question.of("topic:PRODUCE"),
            TopicName.get(TOPIC),
            ResourceName.topic(TOPIC),
            "alice",
            null,
            null)
        .run();
    inForce.pass(0);
    assertEquals(List.of("acme/orders"), written);
  }

  /** The right was granted between the denial and its handling, and may be in use. */
  @Test
  void aRightGrantedMeanwhileIsRemembered() {
    Runnable whenDenied =
        rewrite.remember(
            TopicOperation.PRODUCE,
            Question.of("topic:PRODUCE"),
            TopicName.get(TOPIC),
            ResourceName.topic(TOPIC),
            "alice",
            null,
            null);
    whenDenied.run();
    inForce.pass(10_000);
    assertEquals(List.of("acme/orders"), written);
  }

  @Test
  void theEndOfAWindowTouchesItsNamespaceOnce() {
    produces("alice", TOPIC);
    produces("alice", TOPIC + "2");
    produces("bea", TOPIC);
    inForce.pass(9_999);
    assertEquals(List.of(), written);
    inForce.pass(1);
    assertEquals(List.of("acme/orders"), written);
    rewrite.recheck();
    assertEquals(1, written.size(), "whoever was asked again is forgotten");
  }

  @Test
  void aRevocationTouchesItsNamespace() {
    produces("bea", TOPIC);
    inForce.put(2, "active", "7,9");
    assertEquals(List.of("acme/orders"), written);
  }

  /** The address is remembered while nothing is limited to networks. */
  @Test
  void usesOutsideAChangedNetworkEnd() {
    SignInData data = SignInFromAddress.at("10.0.0.1");
    rewrite.remember(
        TopicOperation.PRODUCE,
        Question.of("topic:PRODUCE"),
        TopicName.get(TOPIC),
        ResourceName.topic(TOPIC),
        "bea",
        null,
        data);
    inForce.limit(1, "10.0.0.0/8");
    assertEquals(List.of(), written);
    inForce.limit(2, "10.1.0.0/16");
    assertEquals(List.of("acme/orders"), written);
  }

  @Test
  void aLookupOpensNothing() {
    rewrite.remember(
        TopicOperation.LOOKUP,
        Question.of("topic:LOOKUP"),
        TopicName.get(TOPIC),
        ResourceName.topic(TOPIC),
        "alice",
        null,
        null);
    inForce.pass(10_000);
    assertEquals(List.of(), written);
  }

  @Test
  void aWriteThatFailsIsTriedAgain() {
    result = CompletableFuture.failedFuture(new IllegalStateException("conflict"));
    produces("alice", TOPIC);
    inForce.pass(10_000);
    result = CompletableFuture.completedFuture(null);
    rewrite.recheck();
    rewrite.recheck();
    assertEquals(2, written.size());
  }

  @Test
  void besideTheInterceptorItDoesNothing() {
    produces("alice", TOPIC);
    needed = false;
    inForce.pass(10_000);
    assertEquals(List.of(), written);
  }

  @Test
  void afterItsEndItDoesNothing() {
    produces("alice", TOPIC);
    rewrite.close();
    inForce.pass(10_000);
    assertEquals(List.of(), written);
  }
}
