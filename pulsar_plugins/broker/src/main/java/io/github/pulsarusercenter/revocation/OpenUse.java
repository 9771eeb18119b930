package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.decision.Question;
import io.github.pulsarusercenter.decision.ResourceName;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.pulsar.broker.service.Consumer;
import org.apache.pulsar.broker.service.Producer;
import org.apache.pulsar.common.naming.TopicName;

/** One open producer or consumer. The times are ms of a clock that never jumps. */
public final class OpenUse {
  private static final Question PRODUCE = Question.of("topic:PRODUCE");
  private static final Question CONSUME = Question.of("topic:CONSUME");
  private static final long RECHECK_PAUSE_MILLIS = 10_000;

  private final Object client;
  private final Question question;
  private final ResourceName on;
  private final String subscription;
  private final Supplier<CompletableFuture<Void>> recheck;
  private volatile long recorded;
  private volatile long rechecked;

  private OpenUse(
      Object client,
      Question question,
      String topic,
      String subscription,
      Supplier<CompletableFuture<Void>> recheck) {
    this.client = client;
    this.question = question;
    this.on = ResourceName.topic(TopicName.get(topic).getPartitionedTopicName());
    this.subscription = subscription;
    this.recheck = recheck;
  }

  public static OpenUse of(Producer producer) {
    return producer(producer, producer.getTopic().getName(), producer::checkPermissionsAsync);
  }

  public static OpenUse of(Consumer consumer) {
    return consumer(
        consumer,
        consumer.getSubscription().getTopicName(),
        consumer.getSubscription().getName(),
        consumer::checkPermissionsAsync);
  }

  /**
   * @param client the broker's object, compared by identity
   * @param recheck makes the broker ask again, and disconnect the client when it may no longer
   */
  static OpenUse producer(Object client, String topic, Supplier<CompletableFuture<Void>> recheck) {
    return new OpenUse(client, PRODUCE, topic, null, recheck);
  }

  /** The same for a consumer of this subscription. */
  static OpenUse consumer(
      Object client, String topic, String subscription, Supplier<CompletableFuture<Void>> recheck) {
    return new OpenUse(client, CONSUME, topic, subscription, recheck);
  }

  Object client() {
    return client;
  }

  /** For the metric. */
  String what() {
    return question == PRODUCE ? "producer" : "consumer";
  }

  Question question() {
    return question;
  }

  ResourceName on() {
    return on;
  }

  String subscription() {
    return subscription;
  }

  void recheck() {
    recheck.get();
  }

  /** It is open from now on, and was recorded when the broker asked. */
  void begin(long now) {
    recorded = now;
    rechecked = now - RECHECK_PAUSE_MILLIS;
  }

  /** True once per period: the use is to be recorded again. */
  boolean renewalDue(long now, long everyMillis) {
    boolean due = now - recorded >= everyMillis;
    if (due) {
      recorded = now;
    }
    return due;
  }

  /** A client that is slow to go is not re-asked all the time. */
  boolean recheckDue(long now) {
    boolean due = now - rechecked >= RECHECK_PAUSE_MILLIS;
    if (due) {
      rechecked = now;
    }
    return due;
  }
}
