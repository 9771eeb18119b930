import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * Sends a message ten times a second until it is ended: {@code SteadyProducer.java TOPIC}. Prints {@code SENT} or
 * {@code FAILED <exception>} for each. Address and credential come from the environment.
 */
public final class SteadyProducer {
  public static void main(String[] arguments) throws Exception {
    try (PulsarClient client =
            PulsarClient.builder()
                .serviceUrl(System.getenv("SERVICE_URL"))
                .authentication(System.getenv("AUTH_PLUGIN"), System.getenv("AUTH_PARAMS"))
                .build();
        var producer = client.newProducer().topic(arguments[0]).sendTimeout(1, TimeUnit.SECONDS).create()) {
      while (true) {
        try {
          producer.send(new byte[] {1});
          System.out.println("SENT");
        } catch (PulsarClientException e) {
          System.out.println("FAILED " + e.getClass().getSimpleName());
        }
        Thread.sleep(100);
      }
    }
  }
}
