package io.github.pulsarusercenter.adminapi;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.AuthenticationException;
import org.apache.pulsar.common.naming.TopicName;

/**
 * Asks about calls that brokers with known holes (known_holes.json) answer without a question: for
 * the statistics or the policies of the topic; about all else, for a super user.
 */
public final class UnaskedCalls extends AbstractAdminCallFilter {
  private static final Pattern CONCERNED =
      Pattern.compile(
          "/admin(/v[23])?/(transactions|functions/connectors|non-persistent/.*/entryFilters)(/.*)?",
          Pattern.DOTALL);

  /** In the name of a package it may lead to another tenant's. */
  private static final Pattern WAY_OUT =
      Pattern.compile("%2f|%5c|%25|%2e|/\\.\\.?(/|$)|;", Pattern.CASE_INSENSITIVE);

  /** Plain, so that the broker surely reads the same topic. */
  private static final Pattern ON_TOPIC =
      Pattern.compile(
          "/admin/(?:v3/transactions/\\w+|v2/(non-persistent))/(#/#/#)(?:/#)*"
              .replace("#", "[-=:\\w][-=:.\\w]*"));

  private final ResourceName cluster;

  public UnaskedCalls(Answers answers, ProxyRules proxies, String cluster) {
    super(answers, proxies, "Nothing was answered: ");
    this.cluster = ResourceName.cluster(cluster);
  }

  @Override
  public boolean concerns(String method, String path) {
    try {
      // The broker takes parameters off before it decodes: what is encoded in them leads nowhere.
      String bare = path == null ? "" : path.replaceAll(";[^/]*", "");
      String decoded = decoded(bare);
      return CONCERNED.matcher(normal(decoded)).matches()
          || CONCERNED.matcher(decoded(normal(bare))).matches()
          || decoded.contains("packages/")
              && !path.startsWith("/admin/v2/")
              && WAY_OUT.matcher(path).find();
    } catch (IllegalArgumentException e) {
      return true; // no server should accept it
    }
  }

  private static String decoded(String path) {
    return URLDecoder.decode(path, StandardCharsets.UTF_8);
  }

  private static String normal(String path) {
    return Path.of(path).normalize().toString();
  }

  @Override
  boolean handle(AdminCall call) throws IOException, AuthenticationException {
    if (!call.signIn()) {
      return true;
    }
    BrokerCall asked = asked(call.method(), call.path());
    if (!answers.allows(asked, caller(call).principal(), call.data())) {
      throw refusal(403, "it takes " + asked.operation() + " on " + asked.resource() + ".");
    }
    return false;
  }

  private BrokerCall asked(String method, String path) {
    Matcher plain = ON_TOPIC.matcher(path);
    if (!plain.matches()) {
      return new BrokerCall(Question.of("superUser:SUPER_USER"), "SUPER_USER", cluster);
    }
    String policy = "GET".equals(method) ? "topicPolicy:READ" : "topicPolicy:WRITE";
    Question question = Question.of(plain.group(1) == null ? "topic:GET_STATS" : policy);
    String domain = plain.group(1) == null ? "persistent" : plain.group(1);
    TopicName topic = TopicName.get(domain + "://" + plain.group(2));
    ResourceName whole = ResourceName.topic(topic.toString());
    return new BrokerCall(question, question.name(), whole);
  }
}
