package io.github.pulsarusercenter.answers;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.pulsar.broker.service.Topic;
import org.apache.pulsar.broker.service.schema.exceptions.IncompatibleSchemaException;
import org.apache.pulsar.common.api.proto.KeyValue;
import org.apache.pulsar.common.api.proto.Schema;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.protocol.schema.SchemaData;
import org.apache.pulsar.common.schema.SchemaType;
import org.apache.pulsar.common.util.FutureUtil;

/**
 * The schema of a subscription whose client may not write. A broker adds it to a topic that has
 * none and is not used, else it compares. So it is taken out of the command, and compared here: the
 * broker asks about the subscription right after its command, on the same thread. It may also ask
 * nothing, or later about other commands there: what is kept counts once, and for its own client.
 *
 * @param principal who subscribes; null before the sign-in
 * @param topics the broker's topic of a name
 */
public record SubscribedSchemas(
    TopicName topic,
    String principal,
    SchemaData schema,
    Function<String, CompletableFuture<Optional<Topic>>> topics) {
  private static final ThreadLocal<SubscribedSchemas> OF_COMMAND = new ThreadLocal<>();

  /** Called for each subscription, with null when its schema stays in it. */
  public static void keep(SubscribedSchemas taken) {
    OF_COMMAND.set(taken);
  }

  /** A yes to reading the topic fails when the schema that was taken out does not fit its own. */
  public static CompletableFuture<Boolean> compare(
      TopicName topic, String role, CompletableFuture<Boolean> answer) {
    SubscribedSchemas own = OF_COMMAND.get();
    if (own == null || !own.topic.equals(topic) || !Objects.equals(own.principal, role)) {
      return answer;
    }
    OF_COMMAND.remove();
    if (!answer.getNow(false)) {
      return answer;
    }
    CompletableFuture<Void> none = CompletableFuture.completedFuture(null);
    return own.topics
        .apply(topic.toString())
        .thenCompose(found -> found.map(own::compare).orElse(none))
        .handle((done, failure) -> refuse(failure));
  }

  private CompletableFuture<Void> compare(Topic at) {
    CompletableFuture<Void> none = CompletableFuture.completedFuture(null);
    return at.hasSchema()
        .thenCompose(has -> has ? at.checkSchemaCompatibleForConsumer(schema) : none);
  }

  /** Whatever else failed fails again where the broker subscribes, which then says so properly. */
  private static boolean refuse(Throwable failure) {
    if (FutureUtil.unwrapCompletionException(failure)
        instanceof IncompatibleSchemaException cause) {
      throw new CompletionException(cause);
    }
    return true;
  }

  /** A copy: the command is used again. */
  public static SchemaData copy(Schema schema) {
    return SchemaData.builder()
        .data(schema.getSchemaData())
        .type(SchemaType.valueOf(schema.getType().getValue()))
        .props(
            schema.getPropertiesList().stream()
                .collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue, (a, b) -> b)))
        .build();
  }
}
