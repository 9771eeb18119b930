import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.ConsumerBuilder;
import org.apache.pulsar.client.api.DeadLetterPolicy;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.RegexSubscriptionMode;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;
import org.apache.pulsar.client.api.transaction.Transaction;
import org.apache.pulsar.client.impl.MultiTopicsConsumerImpl;

/**
 * What only the Java client has: {@code retry TOPIC SUBSCRIPTION}, {@code retry-named TOPIC SUBSCRIPTION} (both topics
 * named in the policy), {@code transact FROM TO SUBSCRIPTION}, {@code pattern PATTERN SUBSCRIPTION NUMBER} (until it
 * consumes so many topics and partitions; answers which). Environment and answers as StockClient's.
 */
public final class StockFeatures {
  private static final int SECONDS = 10;

  public static void main(String[] arguments) throws Exception {
    boolean transacts = arguments[0].equals("transact");
    try (PulsarClient client =
        PulsarClient.builder()
            .serviceUrl(System.getenv("SERVICE_URL"))
            .authentication(System.getenv("AUTH_PLUGIN"), System.getenv("AUTH_PARAMS"))
            .operationTimeout(SECONDS, TimeUnit.SECONDS)
            .enableTransaction(transacts)
            .build()) {
      System.out.println(
          "OK "
              + switch (arguments[0]) {
                case "transact" -> transact(client, arguments[1], arguments[2], arguments[3]);
                case "pattern" -> pattern(client, arguments[1], arguments[2], Integer.parseInt(arguments[3]));
                default -> retry(client, arguments[1], arguments[2], arguments[0].equals("retry-named"));
              });
    } catch (PulsarClientException refused) {
      System.out.println("REFUSED " + refused.getClass().getSimpleName() + " " + refused.getMessage());
    }
  }

  /** Puts a message back until it goes to the dead letters; answers where it was received. */
  private static String retry(PulsarClient client, String topic, String subscription, boolean named) throws Exception {
    DeadLetterPolicy.DeadLetterPolicyBuilder policy = DeadLetterPolicy.builder().maxRedeliverCount(1);
    if (named) {
      String own = topic + "-" + subscription;
      policy.retryLetterTopic(own + "-RETRY").deadLetterTopic(own + "-DLQ");
    }
    ConsumerBuilder<byte[]> builder = subscription(client, topic, subscription).enableRetry(true);
    StringBuilder seen = new StringBuilder();
    try (Consumer<byte[]> consumer =
        builder.subscriptionType(SubscriptionType.Shared).deadLetterPolicy(policy.build()).subscribe()) {
      for (int i = 0; i < 2; i++) {
        Message<byte[]> message = consumer.receive(SECONDS, TimeUnit.SECONDS);
        seen.append(message.getTopicName().replaceAll(".*/", "")).append(' ');
        consumer.reconsumeLater(message, Map.of(), 1, TimeUnit.SECONDS);
      }
    }
    return seen.toString();
  }

  private static String pattern(PulsarClient client, String pattern, String subscription, int number) throws Exception {
    try (Consumer<byte[]> consumer =
        client
            .newConsumer()
            .topicsPattern(pattern)
            .subscriptionTopicsMode(RegexSubscriptionMode.AllTopics)
            .patternAutoDiscoveryPeriod(1, TimeUnit.SECONDS)
            .subscriptionName(subscription)
            .subscribe()) {
      List<String> topics = ((MultiTopicsConsumerImpl<byte[]>) consumer).getPartitions();
      while (topics.size() < number) {
        Thread.sleep(100);
        topics = ((MultiTopicsConsumerImpl<byte[]>) consumer).getPartitions();
      }
      return topics.stream().map(topic -> topic.replaceAll(".*/", "")).sorted().toList().toString();
    }
  }

  /** Moves a message in one transaction that is given up, and in one that is not; answers what is left to read. */
  private static String transact(PulsarClient client, String from, String to, String subscription) throws Exception {
    try (Producer<byte[]> producer = client.newProducer().topic(to).sendTimeout(0, TimeUnit.SECONDS).create()) {
      try (Consumer<byte[]> consumer = subscription(client, from, subscription).subscribe()) {
        move(client, consumer, producer, "aborted").abort().get(SECONDS, TimeUnit.SECONDS);
        consumer.redeliverUnacknowledgedMessages();
        move(client, consumer, producer, "committed").commit().get(SECONDS, TimeUnit.SECONDS);
      }
    }
    try (Consumer<byte[]> again = subscription(client, from, subscription).subscribe()) {
      return "left: " + again.receive(1, TimeUnit.SECONDS);
    }
  }

  private static Transaction move(
      PulsarClient client, Consumer<byte[]> consumer, Producer<byte[]> producer, String text) throws Exception {
    Transaction transaction =
        client.newTransaction().withTransactionTimeout(30, TimeUnit.SECONDS).build().get(SECONDS, TimeUnit.SECONDS);
    Message<byte[]> message = consumer.receive(SECONDS, TimeUnit.SECONDS);
    producer.newMessage(transaction).value(text.getBytes(UTF_8)).send();
    consumer.acknowledgeAsync(message.getMessageId(), transaction).get(SECONDS, TimeUnit.SECONDS);
    return transaction;
  }

  private static ConsumerBuilder<byte[]> subscription(PulsarClient client, String topic, String subscription) {
    return client
        .newConsumer()
        .topic(topic)
        .subscriptionName(subscription)
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest);
  }
}
