package io.github.pulsarusercenter.answers;

import io.github.pulsarusercenter.authentication.Origin;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * Retry and dead-letter topics under the names that old Java clients used: {@code
 * <subscription>-RETRY} and {@code -DLQ} in the topic's namespace. With {@code enableRetry(true)} a
 * Java client first looks up both. It goes on when they do not exist, and fails when it is denied.
 * A principal with any right in the tenant therefore gets "no such topic" instead of a denial. That
 * opens nothing, and does not show whether the topic exists. Tried on 4.0.8.
 */
public record OldRetryTopics(Answers answers) {
  private static final int NOT_FOUND = 404;
  private static final Question IN_TENANT = Question.of("tenant:GET_TENANT");

  /** Whether the operation may be the look-up of a client with {@code enableRetry(true)}. */
  public static boolean mayBe(TopicOperation operation, ResourceName topic) {
    return operation == TopicOperation.LOOKUP
        && (topic.name().endsWith("-RETRY") || topic.name().endsWith("-DLQ"));
  }

  /** Whether the principal gets the answer that the topic does not exist. */
  public boolean isHiddenFrom(
      String principal, Question question, ResourceName topic, Origin origin) {
    return !answers.wouldAllow(question, topic, principal, null, origin)
        && answers.wouldAllow(
            IN_TENANT, ResourceName.tenant(topic.tenant()), principal, null, origin);
  }

  /** The broker turns this into "topic not found", which clients do not take for a denial. */
  public static CompletableFuture<Boolean> noSuchTopic() {
    return CompletableFuture.failedFuture(new RestException(NOT_FOUND, "Topic not found"));
  }
}
