package io.github.pulsarusercenter.revocation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;

/**
 * A question of the center about live connections of a principal or on a resource. The answer
 * counts all matches and lists a bounded number of them.
 *
 * @param id the question's number at the center
 * @param principal null for any principal
 * @param resource a topic, {@code tenant/namespace} or a tenant; null for any resource
 * @param most how many to list
 */
public record ConnectionQuestion(long id, String principal, String resource, int most) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The most that are listed, whatever the center asks for. */
  private static final int LIMIT = 200;

  /** Reads the data of the feed's {@code connections} event. */
  public static ConnectionQuestion parse(JsonNode data) {
    return new ConnectionQuestion(
        data.path("id").asLong(),
        data.path("principal").asText(null),
        data.path("resource").asText(null),
        Math.max(0, Math.min(LIMIT, data.path("most").asInt(LIMIT))));
  }

  /** The answer's body, without the broker's name. */
  public ObjectNode answer(LiveConnections live) {
    ObjectNode body = JSON.createObjectNode();
    ArrayNode found = JSON.createArrayNode();
    int total = 0;
    OpenConnections open = live.open();
    Collection<OpenConnection> candidates = principal == null ? open.all() : open.named(principal);
    for (OpenConnection followed : candidates) {
      if (principal != null && !principal.equals(followed.connection().principal())) {
        continue;
      }
      for (OpenUse use : followed.uses()) {
        if (fits(use) && ++total <= most) {
          found.add(description(followed, use));
        }
      }
      // A connection without a producer or consumer: it looks topics up, or is between two uses.
      if (resource == null && followed.uses().isEmpty() && ++total <= most) {
        found.add(description(followed));
      }
    }
    return body.put("question", id).put("total", total).set("connections", found);
  }

  /** The answer of a broker that does not follow its connections, because it has no interceptor. */
  public ObjectNode unfollowed() {
    ObjectNode body = JSON.createObjectNode().put("question", id).put("total", 0);
    return body.put("followed", false).set("connections", JSON.createArrayNode());
  }

  private boolean fits(OpenUse use) {
    return resource == null
        || resource.equals(use.on.name())
        || resource.equals(use.on.namespace())
        || resource.equals(use.on.tenant());
  }

  private static ObjectNode description(OpenConnection followed, OpenUse use) {
    OpenUse.Label label = use.label;
    return description(followed)
        .put("kind", use.what())
        .put("since", use.since())
        .put("topic", label.topic())
        .put("name", label.name())
        .put("subscription", label.subscription())
        .put("subscription_type", label.subscriptionType());
  }

  private static ObjectNode description(OpenConnection followed) {
    Connection connection = followed.connection();
    String via = connection.authenticated();
    boolean proxied = via != null && !via.equals(connection.principal());
    return JSON.createObjectNode()
        .put("kind", "connection")
        .put("principal", connection.principal())
        .put("via", proxied ? via : null)
        .put("address", connection.address())
        .put("since", followed.since());
  }
}
