package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Map;

/**
 * The question behind Pulsar's "is this an administrator of the tenant?". Pulsar also asks this
 * about single topics and namespaces, and about running functions; the path of the HTTP call shows
 * which. Without a plain path the question stays on the tenant. Tried on 4.0.8.
 */
public record TenantAdminCall(Question question, ResourceName on) {
  private static final String TOPIC_PERMISSION = "topic:%s_PERMISSION";
  private static final Map<String, String> PERMISSION_VERBS =
      Map.of("GET", "GET", "POST", "GRANT", "DELETE", "REVOKE");
  private static final Map<String, Question> FUNCTION_ROOTS =
      Map.of(
          "functions", BrokerQuestions.FUNCTION,
          "sources", BrokerQuestions.SOURCE,
          "source", BrokerQuestions.SOURCE,
          "sinks", BrokerQuestions.SINK,
          "sink", BrokerQuestions.SINK);
  private static final Question READ_NAMESPACE = Question.of("namespacePolicy:READ");
  private static final Question WRITE_NAMESPACE = Question.of("namespacePolicy:WRITE");
  private static final Question READ_TOPIC = Question.of("topicPolicy:READ");
  private static final Question WRITE_TOPIC = Question.of("topicPolicy:WRITE");

  /**
   * @param data the call; null when it is unknown
   */
  public static TenantAdminCall of(String tenant, SignInData data) {
    // [domain or kind, tenant, namespace, …]
    String[] part = HttpTarget.segments(data);
    boolean isBelow = part != null && part.length >= 3 && part[1].equals(tenant);
    TenantAdminCall below = isBelow ? below(tenant, part, data.method()) : null;
    return below != null
        ? below
        : new TenantAdminCall(BrokerQuestions.TENANT_ADMIN, ResourceName.tenant(tenant));
  }

  /**
   * The question of a path below the tenant; null when the path names nothing narrower than the
   * tenant.
   */
  private static TenantAdminCall below(String tenant, String[] part, String method) {
    ResourceName namespace = ResourceName.namespace(tenant + "/" + part[2]);
    if (FUNCTION_ROOTS.containsKey(part[0])) {
      return new TenantAdminCall(FUNCTION_ROOTS.get(part[0]), namespace);
    }
    if (part.length < 4) {
      return null;
    }
    boolean reads = "GET".equals(method);
    if (part[0].equals("namespaces") && part[3].startsWith("propert")) {
      return new TenantAdminCall(reads ? READ_NAMESPACE : WRITE_NAMESPACE, namespace);
    }
    Question onTopic = aboutTopic(part, method, reads);
    String domain = part[0].equals("schemas") ? "persistent" : ResourceName.domainOfRoute(part[0]);
    return onTopic == null
        ? null
        : new TenantAdminCall(
            onTopic, ResourceName.topic(domain + "://" + tenant + "/" + part[2] + "/" + part[3]));
  }

  private static Question aboutTopic(String[] part, String method, boolean reads) {
    if (part.length < 5) {
      return null;
    }
    if (part[0].equals("schemas")) {
      return WRITE_TOPIC;
    }
    if (ResourceName.domainOfRoute(part[0]) == null) {
      return null;
    }
    return switch (part[4]) {
      case "permissions" ->
          PERMISSION_VERBS.containsKey(method)
              ? Question.of(TOPIC_PERMISSION.formatted(PERMISSION_VERBS.get(method)))
              : null;
      case "maxMessageSize" -> reads ? READ_TOPIC : WRITE_TOPIC;
      case "truncate" -> WRITE_TOPIC;
      default -> null;
    };
  }
}
