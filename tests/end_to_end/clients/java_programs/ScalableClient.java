import java.time.Duration;
import org.apache.pulsar.client.api.v5.Checkpoint;
import org.apache.pulsar.client.api.v5.PulsarClient;
import org.apache.pulsar.client.api.v5.config.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.v5.schema.Schema;

/**
 * A client of Pulsar 5 on a scalable topic, until its input ends: {@code ScalableClient produce|stream|queue|checkpoint
 * TOPIC [SUBSCRIPTION]}. Prints {@code READY} once it is open, {@code SENT} or {@code GOT} for each message, and {@code
 * REFUSED <exception>} at the first failure. Address and credential come from the environment.
 */
public final class ScalableClient {
  private interface Step {
    boolean take() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    try (PulsarClient client =
        PulsarClient.builder()
            .serviceUrl(System.getenv("SERVICE_URL"))
            .authentication(System.getenv("AUTH_PLUGIN"), System.getenv("AUTH_PARAMS"))
            .build()) {
      Step step = opened(client, arguments);
      System.out.println("READY");
      String done = arguments[0].equals("produce") ? "SENT" : "GOT";
      while (System.in.available() == 0) {
        if (step.take()) {
          System.out.println(done);
        }
      }
    } catch (Exception e) {
      System.out.println("REFUSED " + e);
    }
    System.exit(0);
  }

  private static Step opened(PulsarClient client, String[] arguments) throws Exception {
    String topic = arguments[1];
    Duration wait = Duration.ofMillis(500);
    switch (arguments[0]) {
      case "produce" -> {
        var producer = client.newProducer(Schema.bytes()).topic(topic).sendTimeout(Duration.ofSeconds(5)).create();
        int[] number = {0};
        return () -> {
          producer.newMessage().key("key-" + number[0]++ % 7).value(new byte[] {1}).send();
          Thread.sleep(20);
          return true;
        };
      }
      case "stream" -> {
        var stream =
            client.newStreamConsumer(Schema.bytes()).topic(topic).subscriptionName(arguments[2])
                .subscriptionInitialPosition(SubscriptionInitialPosition.EARLIEST).subscribe();
        return () -> {
          var message = stream.receive(wait);
          if (message != null) {
            stream.acknowledgeCumulative(message.id());
          }
          return message != null;
        };
      }
      case "queue" -> {
        var queue =
            client.newQueueConsumer(Schema.bytes()).topic(topic).subscriptionName(arguments[2])
                .subscriptionInitialPosition(SubscriptionInitialPosition.EARLIEST).subscribe();
        return () -> {
          var message = queue.receive(wait);
          if (message != null) {
            queue.acknowledge(message.id());
          }
          return message != null;
        };
      }
      default -> {
        var checkpoint =
            client.newCheckpointConsumer(Schema.bytes()).topic(topic).startPosition(Checkpoint.earliest()).create();
        return () -> checkpoint.receive(wait) != null;
      }
    }
  }
}
