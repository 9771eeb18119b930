package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.pulsar.broker.service.Consumer;
import org.apache.pulsar.broker.service.Producer;
import org.apache.pulsar.common.naming.TopicName;

/** One open producer or consumer. The times are ms of a clock that never jumps, but for since. */
public final class OpenUse {
  private static final Question PRODUCE = Question.of("topic:PRODUCE");
  private static final Question CONSUME = Question.of("topic:CONSUME");
  private static final long RECHECK_PAUSE_MILLIS = 10_000;

  /**
   * What the broker calls it.
   *
   * @param name of the producer or consumer
   * @param topic as the broker serves it: a partition by its own name
   * @param subscription null for a producer
   * @param subscriptionType Exclusive, Shared, Failover or Key_Shared; null for a producer
   */
  record Label(String name, String topic, String subscription, String subscriptionType) {}

  private final Object client;
  private final Question question;
  private final ResourceName on;
  private final Label label;
  private final Supplier<CompletableFuture<Void>> recheck;
  private volatile long since;
  private volatile long recorded;
  private volatile long rechecked;

  private OpenUse(
      Object client, Question question, Label label, Supplier<CompletableFuture<Void>> recheck) {
    this.client = client;
    this.question = question;
    this.label = label;
    this.on = ResourceName.topic(TopicName.get(label.topic()).getPartitionedTopicName());
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
   * @param recheck makes the broker ask again, and disconnect the client when it may no longer
   */
  static OpenUse producer(Object client, Label label, Supplier<CompletableFuture<Void>> recheck) {
    return new OpenUse(client, PRODUCE, label, recheck);
  }

  /** The same for a consumer of the label's subscription. */
  static OpenUse consumer(Object client, Label label, Supplier<CompletableFuture<Void>> recheck) {
    return new OpenUse(client, CONSUME, label, recheck);
  }

  Object client() {
    return client;
  }

  /** "producer" or "consumer". */
  String what() {
    return question == PRODUCE ? "producer" : "consumer";
  }

  Question question() {
    return question;
  }

  /** The topic that rights are held on: of a partition, the whole one. */
  ResourceName on() {
    return on;
  }

  Label label() {
    return label;
  }

  String subscription() {
    return label.subscription();
  }

  /** Epoch ms. */
  long since() {
    return since;
  }

  /** Completes when the broker has asked, and has begun to disconnect it if it may no longer. */
  CompletableFuture<Void> recheck(long now) {
    rechecked = now;
    return recheck.get();
  }

  /**
   * It is open from now on, and was recorded when the broker asked.
   *
   * @param epoch ms at the center
   */
  void begin(long now, long epoch) {
    since = epoch;
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

  /** A client that is slow to go is not re-asked every second. */
  boolean recheckDue(long now) {
    return now - rechecked >= RECHECK_PAUSE_MILLIS;
  }
}
