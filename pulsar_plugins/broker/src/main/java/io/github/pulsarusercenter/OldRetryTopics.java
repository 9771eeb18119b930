package io.github.pulsarusercenter;

import io.github.pulsarusercenter.decision.Question;
import io.github.pulsarusercenter.decision.ResourceName;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * Retry and dead-letter topics under the names that Java clients gave them long ago: {@code
 * <subscription>-RETRY} and {@code -DLQ} in the topic's namespace. With {@code enableRetry(true)} a
 * Java client first asks for both, and goes on only when it hears that there is none; a refusal
 * ends it. Whoever holds anything in the tenant therefore hears "no such topic" instead of a
 * refusal: nothing is opened, and whether there is one is not told. Tried on 4.0.8.
 */
final class OldRetryTopics {
  private static final int NOT_FOUND = 404;
  private static final Question IN_TENANT = Question.of("tenant:GET_TENANT");

  private final Answers answers;

  OldRetryTopics(Answers answers) {
    this.answers = answers;
  }

  /** Whether such a client might ask this. */
  static boolean mayBe(TopicOperation operation, ResourceName topic) {
    return operation == TopicOperation.LOOKUP
        && (topic.name().endsWith("-RETRY") || topic.name().endsWith("-DLQ"));
  }

  /** Whether who asks is to hear that the topic is not there. */
  boolean isHiddenFrom(String principal, Question question, ResourceName topic) {
    return !answers.wouldAllow(question, topic, principal, null)
        && answers.wouldAllow(IN_TENANT, ResourceName.tenant(topic.tenant()), principal, null);
  }

  /** The broker makes "topic not found" of it, which clients tell from a refusal. */
  static CompletableFuture<Boolean> noSuchTopic() {
    return CompletableFuture.failedFuture(new RestException(NOT_FOUND, "Topic not found"));
  }
}
