package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.revocation.Connection;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.api.proto.ServerError;
import org.apache.pulsar.common.intercept.InterceptException;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * The two commands by which clients read and add schemas. The broker carries them out for every
 * client that has signed in, so the interceptor asks the questions that the broker asks about
 * schemas over REST. Decided from memory, on the connection's thread.
 */
public final class SchemaCommands {
  private final Answers answers;
  private final ProxyRules proxies;
  private final Targets targets;
  private final boolean observing;

  /**
   * @param observing true when nothing is refused and the plugin only records
   */
  public SchemaCommands(Answers answers, ProxyRules proxies, Targets targets, boolean observing) {
    this.answers = answers;
    this.proxies = proxies;
    this.targets = targets;
    this.observing = observing;
  }

  /** Called for every command of every client. */
  public static boolean concerns(BaseCommand.Type type) {
    return type == BaseCommand.Type.GET_SCHEMA || type == BaseCommand.Type.GET_OR_CREATE_SCHEMA;
  }

  /**
   * Returns when the command may be carried out.
   *
   * @throws InterceptException with the error that the broker answers
   */
  public void demand(BaseCommand command, Connection connection) throws InterceptException {
    boolean adds = command.getType() == BaseCommand.Type.GET_OR_CREATE_SCHEMA;
    TopicOperation operation = adds ? TopicOperation.PRODUCE : TopicOperation.GET_METADATA;
    boolean may = may(operation, topic(command, adds), connection);
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

  /** As the broker asks: behind a proxy both have to be allowed, and a proxy's role passes. */
  private boolean may(TopicOperation operation, ResourceName topic, Connection connection) {
    String principal = connection.principal();
    String authenticated = connection.authenticated();
    if (authenticated == null) {
      // The broker carries out nothing before the sign-in; so there is nothing to record.
      return false;
    }
    if (!authenticated.equals(principal)) {
      if (proxies.isProxy(authenticated)) {
        PluginMetrics.proxyPassed();
      } else if (!allows(operation, topic, authenticated, connection)) {
        return false;
      }
    }
    return allows(operation, topic, principal, connection);
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
