import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.DeadLetterPolicy;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;
import org.apache.pulsar.client.api.schema.GenericRecord;

/**
 * Schemas as the Java client uses them: {@code typed TOPIC} sends an order, {@code two TOPIC} another one by a producer
 * of the old schema, {@code bytes TOPIC} sends one by AUTO_PRODUCE, {@code auto TOPIC SUBSCRIPTION} receives one by
 * AUTO_CONSUME, {@code dead TOPIC SUBSCRIPTION} does so until it goes to the dead letters. {@code subscribe TOPIC
 * SUBSCRIPTION} only subscribes with the orders' schema, {@code other TOPIC SUBSCRIPTION} with one that does not fit
 * it, {@code read TOPIC SUBSCRIPTION} receives one, {@code foreign TOPIC} sends with the schema that does not fit. Several of them, with
 * {@code ,} between them, are done one after the other. Environment and answers as StockClient's, a line for each.
 */
public final class StockSchemas {
  private static final int SECONDS = 10;

  public static class Order {
    public String amount;
  }

  public static class LongOrder {
    public String amount;
    public String note;
  }

  public static class Foreign {
    public int[] amount;
  }

  public static void main(String[] arguments) throws Exception {
    try (PulsarClient client =
        PulsarClient.builder()
            .serviceUrl(System.getenv("SERVICE_URL"))
            .authentication(System.getenv("AUTH_PLUGIN"), System.getenv("AUTH_PARAMS"))
            .operationTimeout(SECONDS, TimeUnit.SECONDS)
            .build()) {
      for (String command : String.join(" ", arguments).split(" ,")) {
        run(client, command.trim().split(" "));
      }
    }
  }

  private static void run(PulsarClient client, String[] command) throws Exception {
    String topic = command[1];
    try {
      switch (command[0]) {
        case "typed" -> typed(client, topic);
        case "two" -> two(client, topic);
        case "bytes" -> bytes(client, topic);
        case "foreign" -> foreign(client, topic);
        case "subscribe" -> read(client, Schema.AVRO(Order.class), topic, command[2], false);
        case "other" -> read(client, Schema.AVRO(Foreign.class), topic, command[2], false);
        case "read" -> read(client, Schema.AVRO(Order.class), topic, command[2], true);
        default -> auto(client, topic, command[2], command[0].equals("dead"));
      }
    } catch (PulsarClientException refused) {
      System.out.println("REFUSED " + refused.getClass().getSimpleName() + " " + refused.getMessage());
    }
  }

  private static void typed(PulsarClient client, String topic) throws Exception {
    Order order = new Order();
    order.amount = "1";
    try (Producer<Order> producer = client.newProducer(Schema.AVRO(Order.class)).topic(topic).create()) {
      producer.send(order);
    }
    System.out.println("OK sent");
  }

  /** One producer that sends messages of two schemas: the client adds the second by itself. */
  private static void two(PulsarClient client, String topic) throws Exception {
    LongOrder order = new LongOrder();
    order.amount = "2";
    try (Producer<Order> producer = client.newProducer(Schema.AVRO(Order.class)).topic(topic).create()) {
      producer.newMessage(Schema.AVRO(LongOrder.class)).value(order).send();
    }
    System.out.println("OK sent");
  }

  /** The client fetches the topic's latest schema, and checks the bytes by it. */
  private static void bytes(PulsarClient client, String topic) throws Exception {
    LongOrder order = new LongOrder();
    order.amount = "3";
    try (Producer<byte[]> producer = client.newProducer(Schema.AUTO_PRODUCE_BYTES()).topic(topic).create()) {
      producer.send(Schema.AVRO(LongOrder.class).encode(order));
    }
    System.out.println("OK sent");
  }

  private static void foreign(PulsarClient client, String topic) throws Exception {
    try (Producer<Foreign> producer = client.newProducer(Schema.AVRO(Foreign.class)).topic(topic).create()) {
      producer.send(new Foreign());
    }
    System.out.println("OK sent");
  }

  private static <T> void read(
      PulsarClient client, Schema<T> schema, String topic, String subscription, boolean receives) throws Exception {
    try (Consumer<T> consumer =
        client
            .newConsumer(schema)
            .topic(topic)
            .subscriptionName(subscription)
            .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
            .subscribe()) {
      System.out.println(
          receives
              ? "OK " + ((Order) consumer.receive(SECONDS, TimeUnit.SECONDS).getValue()).amount
              : "OK subscribed");
    }
  }

  private static void auto(PulsarClient client, String topic, String subscription, boolean dead) throws Exception {
    StringBuilder seen = new StringBuilder();
    try (Consumer<GenericRecord> consumer =
        client
            .newConsumer(Schema.AUTO_CONSUME())
            .topic(topic)
            .subscriptionName(subscription)
            .subscriptionType(SubscriptionType.Shared)
            .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
            .enableRetry(dead)
            .deadLetterPolicy(dead ? DeadLetterPolicy.builder().maxRedeliverCount(1).build() : null)
            .subscribe()) {
      for (int i = 0; i < (dead ? 2 : 1); i++) {
        Message<GenericRecord> message = consumer.receive(SECONDS, TimeUnit.SECONDS);
        seen.append(' ').append(message.getValue().getField("amount"));
        if (dead) {
          consumer.reconsumeLater(message, 1, TimeUnit.SECONDS);
        } else {
          consumer.acknowledge(message);
        }
      }
    }
    System.out.println("OK" + seen);
  }
}
