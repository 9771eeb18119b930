package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.pulsar.broker.service.Consumer;
import org.apache.pulsar.broker.service.Producer;
import org.apache.pulsar.common.naming.TopicName;

/**
 * One open producer or consumer. Times are ms of a clock that never jumps, except {@link #since}.
 */
public final class OpenUse {
  private static final Question PRODUCE = Question.of("topic:PRODUCE");
  private static final Question CONSUME = Question.of("topic:CONSUME");
  private static final long RECHECK_PAUSE_MILLIS = 10_000;

  /**
   * The names that the broker uses for it.
   *
   * @param name the name of the producer or consumer
   * @param topic the topic as the broker serves it; may be a partition
   * @param subscription null for a producer
   * @param subscriptionType Exclusive, Shared, Failover or Key_Shared; null for a producer
   */
  record Label(String name, String topic, String subscription, String subscriptionType) {}

  final Object client;
  final Question question;

  /** The topic that rights are held on: for a partition, its whole topic. */
  final ResourceName on;

  final Label label;
  private final Supplier<CompletableFuture<Void>> recheck;
  private volatile long since;
  private volatile long recorded;
  private volatile long rechecked;

  private OpenUse(
      Object client, Question question, Label label, Supplier<CompletableFuture<Void>> recheck) {
    this.client = client;
    this.question = question;
    this.label = label;
    this.on = ResourceName.topic(TopicName.get(label.topic()).toString());
    this.recheck = recheck;
  }

  public static OpenUse of(Producer producer) {
    Label label = new Label(producer.getProducerName(), producer.getTopic().getName(), null, null);
    return producer(producer, label, producer::checkPermissionsAsync);
  }

  public static OpenUse of(Consumer consumer) {
    Label label =
        new Label(
            consumer.consumerName(),
            consumer.getSubscription().getTopicName(),
            consumer.getSubscription().getName(),
            String.valueOf(consumer.subType()));
    return consumer(consumer, label, consumer::checkPermissionsAsync);
  }

  /**
   * @param client the broker's object, compared by identity
   * @param recheck makes the broker check the permission again, and disconnect the client if it is
   *     denied
   */
  static OpenUse producer(Object client, Label label, Supplier<CompletableFuture<Void>> recheck) {
    return new OpenUse(client, PRODUCE, label, recheck);
  }

  /** The same for a consumer of the label's subscription. */
  static OpenUse consumer(Object client, Label label, Supplier<CompletableFuture<Void>> recheck) {
    return new OpenUse(client, CONSUME, label, recheck);
  }

  /** "producer" or "consumer". */
  String what() {
    return question == PRODUCE ? "producer" : "consumer";
  }

  String subscription() {
    return label.subscription();
  }

  /** Epoch ms. */
  long since() {
    return since;
  }

  /**
   * Completes when the broker has checked the permission, and is disconnecting the client if it is
   * denied.
   */
  CompletableFuture<Void> recheck(long now) {
    rechecked = now;
    return recheck.get();
  }

  /**
   * Marks the use as open from now on. It was recorded when the broker asked.
   *
   * @param epoch ms at the center
   */
  void begin(long now, long epoch) {
    since = epoch;
    recorded = now;
    rechecked = now - RECHECK_PAUSE_MILLIS;
  }

  /** True once per period, when the use must be recorded again. */
  boolean renewalDue(long now, long everyMillis) {
    boolean due = now - recorded >= everyMillis;
    if (due) {
      recorded = now;
    }
    return due;
  }

  /**
   * False within 10 s of the last check, so that a client that is slow to disconnect is not checked
   * every second.
   */
  boolean recheckDue(long now) {
    return now - rechecked >= RECHECK_PAUSE_MILLIS;
  }
}
