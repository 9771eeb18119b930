import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;

/**
 * The stock Java client: {@code java -cp lib/* StockClient.java produce|produce-on|consume TOPIC [SUBSCRIPTION]}.
 *
 * <p>Address and credential come from the environment (SERVICE_URL, AUTH_PLUGIN, AUTH_PARAMS), so that no secret stands
 * in a process list. Prints {@code OK …} or {@code REFUSED <exception> …}. {@code produce-on} sends until it is ended, a line
 * {@code SENT} for each message that was accepted.
 */
public final class StockClient {
  public static void main(String[] arguments) throws Exception {
    String topic = arguments[1];
    try (PulsarClient client =
        PulsarClient.builder()
            .serviceUrl(System.getenv("SERVICE_URL"))
            .authentication(System.getenv("AUTH_PLUGIN"), System.getenv("AUTH_PARAMS"))
            .operationTimeout(10, TimeUnit.SECONDS)
            .build()) {
      if (arguments[0].equals("produce-on")) {
        produceOn(client, topic);
      }
      System.out.println("OK " + (arguments[0].equals("produce") ? produce(client, topic) : consume(client, topic, arguments[2])));
    } catch (PulsarClientException refused) {
      System.out.println("REFUSED " + refused.getClass().getSimpleName() + " " + refused.getMessage());
    }
  }

  private static String produce(PulsarClient client, String topic) throws PulsarClientException {
    try (var producer = client.newProducer().topic(topic).create()) {
      return producer.send("hello from Java".getBytes(UTF_8)).toString();
    }
  }

  private static void produceOn(PulsarClient client, String topic) throws Exception {
    try (var producer = client.newProducer().topic(topic).sendTimeout(2, TimeUnit.SECONDS).create()) {
      while (true) {
        producer.send("on and on".getBytes(UTF_8));
        System.out.println("SENT");
        Thread.sleep(20);
      }
    }
  }

  private static String consume(PulsarClient client, String topic, String subscription) throws PulsarClientException {
    try (var consumer =
        client
            .newConsumer()
            .topic(topic)
            .subscriptionName(subscription)
            .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
            .subscribe()) {
      Message<byte[]> message = consumer.receive(10, TimeUnit.SECONDS);
      consumer.acknowledge(message);
      return new String(message.getValue(), UTF_8);
    }
  }
}
