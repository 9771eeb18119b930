package io.github.pulsarusercenter.answers;

import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
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
public final class OldRetryTopics {
  private static final int NOT_FOUND = 404;
  private static final Question IN_TENANT = Question.of("tenant:GET_TENANT");

  private final Answers answers;

  public OldRetryTopics(Answers answers) {
    this.answers = answers;
  }

  /** Whether such a client might ask this. */
  public static boolean mayBe(TopicOperation operation, ResourceName topic) {
    return operation == TopicOperation.LOOKUP
        && (topic.name().endsWith("-RETRY") || topic.name().endsWith("-DLQ"));
  }

  /** Whether who asks is to hear that the topic is not there. */
  public boolean isHiddenFrom(String principal, Question question, ResourceName topic) {
    return !answers.wouldAllow(question, topic, principal, null)
        && answers.wouldAllow(IN_TENANT, ResourceName.tenant(topic.tenant()), principal, null);
  }

  /** The broker makes "topic not found" of it, which clients tell from a refusal. */
  public static CompletableFuture<Boolean> noSuchTopic() {
    return CompletableFuture.failedFuture(new RestException(NOT_FOUND, "Topic not found"));
  }
}
