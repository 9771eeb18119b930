package io.github.pulsarusercenter.client; // to say how often the reader asks

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.pulsar.client.api.ConsumerBuilder;
import org.apache.pulsar.client.api.ConsumerCryptoFailureAction;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;

/**
 * Encrypts and decrypts with our reader or with Pulsar's own, as the lines of its input say: {@code EncryptedClient
 * TOPIC FRESH_MILLIS}. Each line gets one that begins with {@code OK} or {@code REFUSED <exception>}:
 *
 * <ul>
 *   <li>{@code center}: from now on keys of the center, by the parameters KEY_PARAMS; {@code files PUBLIC PRIVATE}: of files
 *   <li>{@code version KEY}: the number that our reader has for a new producer
 *   <li>{@code produce KEY TEXT}: one message of a new producer
 *   <li>{@code begin KEY}: a producer that sends on; {@code end}: how many it has sent
 *   <li>{@code consume SUBSCRIPTION COUNT}: a new consumer from the beginning: texts with the version of their key, or
 *       {@code ENCRYPTED}
 * </ul>
 */
public final class EncryptedClient {
  private final PulsarClient client;
  private final String topic;
  private final long freshMillis;
  private UnaryOperator<ProducerBuilder<byte[]>> writing = builder -> builder;
  private UnaryOperator<ConsumerBuilder<byte[]>> reading = builder -> builder;
  private UserCenterKeyReader reader;
  private Sender sender;

  private EncryptedClient(PulsarClient client, String topic, long freshMillis) {
    this.client = client;
    this.topic = topic;
    this.freshMillis = freshMillis;
  }

  public static void main(String[] arguments) throws Exception {
    try (PulsarClient client =
        PulsarClient.builder()
            .serviceUrl(System.getenv("SERVICE_URL"))
            .authentication(System.getenv("AUTH_PLUGIN"), System.getenv("AUTH_PARAMS"))
            .build()) {
      EncryptedClient program = new EncryptedClient(client, arguments[0], Long.parseLong(arguments[1]));
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(program.answer(line.split(" ")));
      }
    }
    System.exit(0);
  }

  private String answer(String[] words) {
    try {
      return "OK " + carryOut(words);
    } catch (Exception refused) {
      return "REFUSED " + refused.toString().replace('\n', ' ');
    }
  }

  private String carryOut(String[] words) throws Exception {
    switch (words[0]) {
      case "center":
        reader = UserCenterKeyReader.open(System.getenv("KEY_PARAMS"), topic, null, freshMillis);
        writing = builder -> builder.cryptoKeyReader(reader);
        reading = builder -> builder.cryptoKeyReader(reader);
        return reader.toString();
      case "files":
        writing = builder -> builder.defaultCryptoKeyReader(words[1]);
        reading = builder -> builder.defaultCryptoKeyReader(words[2]);
        return "";
      case "version":
        return reader.getPublicKey(words[1], null).getMetadata().get("version");
      case "produce":
        try (Producer<byte[]> producer = producer(words[1])) {
          return producer.send(words[2].getBytes(UTF_8)).toString();
        }
      case "begin":
        sender = new Sender(producer(words[1]));
        sender.start();
        return "";
      case "end":
        return sender.end();
      default:
        return consume(words[1], Integer.parseInt(words[2]));
    }
  }

  private Producer<byte[]> producer(String key) throws Exception {
    return writing.apply(client.newProducer().topic(topic).addEncryptionKey(key)).create();
  }

  private String consume(String subscription, int count) throws Exception {
    StringJoiner found = new StringJoiner(" ");
    try (var consumer =
        reading
            .apply(client.newConsumer())
            .topic(topic)
            .subscriptionName(subscription)
            .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
            .cryptoFailureAction(ConsumerCryptoFailureAction.CONSUME)
            .subscribe()) {
      for (int i = 0; i < count; i++) {
        Message<byte[]> message = consumer.receive(20, TimeUnit.SECONDS);
        found.add(message == null ? "NOTHING" : text(message));
      }
    }
    return found.toString();
  }

  private static String text(Message<byte[]> message) {
    String text = new String(message.getData(), UTF_8);
    if (!text.matches("[a-z-]+")) {
      return "ENCRYPTED";
    }
    var keys = message.getEncryptionCtx().get().getKeys().values();
    return text + "/" + keys.iterator().next().getMetadata().get("version");
  }

  private static final class Sender extends Thread {
    private final Producer<byte[]> producer;
    private volatile boolean ended;
    private int sent;
    private Exception failure;

    Sender(Producer<byte[]> producer) {
      this.producer = producer;
    }

    @Override
    public void run() {
      try (producer) {
        while (!ended) {
          producer.send("on".getBytes(UTF_8));
          sent++;
          Thread.sleep(5);
        }
      } catch (Exception e) {
        failure = e;
      }
    }

    String end() throws Exception {
      ended = true;
      join();
      if (failure != null) {
        throw failure;
      }
      return Integer.toString(sent);
    }
  }
}
