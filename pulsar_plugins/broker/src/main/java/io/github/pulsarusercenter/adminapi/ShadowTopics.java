package io.github.pulsarusercenter.adminapi;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.CallRefusedException;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import javax.naming.AuthenticationException;
import org.apache.pulsar.common.intercept.InterceptException;
import org.apache.pulsar.common.naming.TopicName;

/**
 * Asks two questions that the broker does not ask. To make a topic the shadow of another takes
 * reading that other topic; to copy a topic into shadow topics takes writing to these. Pulsar asks
 * about the topic in the path only, and a shadow topic shows all messages of its source.
 */
public final class ShadowTopics extends AbstractAdminCallFilter {
  /** Also matches paths that a server might merely take for a topic's. */
  private static final Pattern TOPIC =
      Pattern.compile("/+admin(/+v2)?/+(non-)?persistent/", Pattern.CASE_INSENSITIVE);

  private static final Pattern DOMAIN = Pattern.compile("persistent", Pattern.CASE_INSENSITIVE);
  private static final Pattern LIST = Pattern.compile("/shadowTopics/*$");
  private static final Pattern NAME = Pattern.compile("shadowTopics");
  private static final Question READ = Question.of("topic:CONSUME");
  private static final Question WRITE = Question.of("topic:PRODUCE");

  public ShadowTopics(Answers answers, ProxyRules proxies) {
    super(answers, proxies, "Nothing was changed: ");
  }

  @Override
  public boolean concerns(String method, String path) {
    return mayName(method, path);
  }

  private static boolean mayName(String method, String path) {
    return "PUT".equals(method)
        && path != null
        && (TOPIC.matcher(path).find() || Paths.mayHide(path, DOMAIN));
  }

  private static boolean isList(String path) {
    return LIST.matcher(path).find() || Paths.mayHide(path, NAME);
  }

  /**
   * For brokers before 4.0.2, whose interceptors do not learn who asks.
   *
   * @throws InterceptException when the call names a source or shadow topics
   */
  public static void refuse(String method, String path, byte[] body)
      throws InterceptException, IOException {
    if (!mayName(method, path)) {
      return;
    }
    try {
      ShadowBody names = ShadowBody.of(body);
      if (!names.sources().isEmpty() || isList(path) && !names.listed().isEmpty()) {
        throw new InterceptException(
            409,
            "This Pulsar does not ask who may read the source: no shadow topics before 4.0.2.");
      }
    } catch (CallRefusedException e) {
      throw new InterceptException(e.status(), e.getMessage());
    }
  }

  @Override
  boolean handle(AdminCall call) throws IOException, AuthenticationException {
    ShadowBody names = ShadowBody.of(body(call));
    Set<String> shadows = isList(call.path()) ? names.listed() : Set.of();
    if (names.sources().isEmpty() && shadows.isEmpty()) {
      return false;
    }
    if (!call.signIn()) {
      return true;
    }
    Caller caller = caller(call);
    demand(READ, names.sources(), caller, call, "you may not read the source ");
    demand(WRITE, shadows, caller, call, "you may not write to the shadow topic ");
    return false;
  }

  /**
   * Asks without a subscription, so that the right to read by some subscriptions alone makes no
   * shadow.
   */
  private void demand(
      Question question, Set<String> topics, Caller caller, AdminCall call, String denied) {
    for (String topic : topics) {
      BrokerCall use = new BrokerCall(question, question.name(), resource(topic));
      if (!answers.allows(use, caller.principal(), call.data())) {
        throw refusal(403, denied + topic + ".");
      }
    }
  }

  /** As the broker reads the name: it takes short ones too. */
  private ResourceName resource(String topic) {
    try {
      return ResourceName.topic(TopicName.get(topic).toString());
    } catch (RuntimeException e) {
      throw refusal(400, "a name in it is no topic's.");
    }
  }
}
