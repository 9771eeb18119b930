package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.answers.SubscribedSchemas;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.revocation.Connection;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.pulsar.broker.service.Topic;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.api.proto.CommandSubscribe;
import org.apache.pulsar.common.api.proto.Schema;
import org.apache.pulsar.common.api.proto.ServerError;
import org.apache.pulsar.common.intercept.InterceptException;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.apache.pulsar.common.protocol.schema.SchemaData;

/**
 * The commands by which clients read and add schemas. The broker carries two of them out for every
 * client that has signed in, so the interceptor asks the questions that the broker asks about
 * schemas over REST. The third, a subscription, brings a schema that only counts from who may
 * write. Decided from memory, on the connection's thread.
 *
 * @param topics the broker's; null when who may only read may add schemas
 * @param observing true when nothing is refused and the plugin only records
 */
public record SchemaCommands(
    Answers answers,
    ProxyRules proxies,
    Targets targets,
    Function<String, CompletableFuture<Optional<Topic>>> topics,
    boolean observing) {
  private static final Question WRITE = BrokerQuestions.TOPIC.get(TopicOperation.PRODUCE);

  /**
   * Returns when the command may be carried out. Takes the schema out of a subscription where it
   * does not count.
   *
   * @throws InterceptException with the error that the broker answers
   */
  public void demand(BaseCommand command, Connection connection) throws InterceptException {
    if (command.getType() == BaseCommand.Type.SUBSCRIBE) {
      subscribe(command.getSubscribe(), connection);
      return;
    }
    boolean adds = command.getType() == BaseCommand.Type.GET_OR_CREATE_SCHEMA;
    TopicOperation operation = adds ? TopicOperation.PRODUCE : TopicOperation.GET_METADATA;
    ResourceName topic = topic(command, adds);
    boolean may = may(connection, who -> allows(operation, topic, who, connection));
    if (!may && !observing) {
      throw refusal(
          ServerError.AuthorizationError,
          "Client is not authorized to " + (adds ? "add a schema" : "get the schema"));
    }
  }

  private ResourceName topic(BaseCommand command, boolean adds) throws InterceptException {
    try {
      String name =
          adds ? command.getGetOrCreateSchema().getTopic() : command.getGetSchema().getTopic();
      return targets.topic(TopicName.get(name));
    } catch (RuntimeException e) {
      throw refusal(ServerError.InvalidTopicName, "Invalid topic name");
    }
  }

  /** Not recorded: nobody asked to write. */
  private void subscribe(CommandSubscribe subscribe, Connection connection) {
    // Who takes any schema brings none.
    boolean brings =
        subscribe.hasSchema() && subscribe.getSchema().getType() != Schema.Type.AutoConsume;
    SubscribedSchemas taken = null;
    if (topics != null && brings && TopicName.isValid(subscribe.getTopic())) {
      TopicName name = TopicName.get(subscribe.getTopic());
      ResourceName topic = targets.topic(name);
      if (!may(connection, who -> answers.wouldAllow(WRITE, topic, who, null, connection))) {
        SchemaData schema = SubscribedSchemas.copy(subscribe.getSchema());
        taken = new SubscribedSchemas(name, connection.principal(), schema, topics);
        subscribe.clearSchema();
      }
    }
    SubscribedSchemas.keep(taken);
  }

  private boolean may(Connection connection, Predicate<String> may) {
    return proxies.mayBoth(connection.authenticated(), connection.principal(), may);
  }

  private boolean allows(
      TopicOperation operation, ResourceName topic, String principal, Connection connection) {
    Question question = BrokerQuestions.TOPIC.get(operation);
    BrokerCall call = new BrokerCall(question, operation.name(), topic);
    return answers.allows(call, principal, connection.signIn());
  }

  private static InterceptException refusal(ServerError error, String message) {
    return new InterceptException(error.getValue(), message);
  }
}
