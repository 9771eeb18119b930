package io.github.pulsarusercenter.decision;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * 1,000 users, 10,000 topics in 100 namespaces of 10 tenants, 21,000 grants, and questions about
 * them.
 */
final class LargeCompany {
  static final int USERS = 1_000;
  static final int TOPICS = 10_000;
  static final long NOW = 1_790_000_000_000L;

  private static final int NAMESPACES = 100;
  private static final int TENANTS = 10;
  private static final int TOPIC_GRANTS = 20;
  private static final List<Question> QUESTIONS =
      List.of(
          Question.of("topic:PRODUCE"), Question.of("topic:CONSUME"), Question.of("topic:LOOKUP"));

  /** A broker's question; also the key of the bare map. */
  record AccessQuestion(
      String principal, Question question, ResourceName resource, String subscription) {
    /** The same question in new objects, as from another connection. */
    AccessQuestion copy() {
      String who = new String(principal);
      ResourceName where = ResourceName.topic(new String(resource.name()));
      return new AccessQuestion(
          who, question, where, subscription == null ? null : new String(subscription));
    }
  }

  private LargeCompany() {}

  static PermissionSnapshot snapshot() {
    Random random = new Random(1);
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("cluster", "prod").put("revision", 1);
    ArrayNode users = json.putArray("users");
    ArrayNode grants = json.putArray("grants");
    for (int user = 0; user < USERS; user++) {
      users.addObject().put("name", user(user)).putArray("roles").add(user).add(USERS + user % 50);
      grant(grants, user, 3, namespace(random.nextInt(NAMESPACES)), 203);
      for (int i = 0; i < TOPIC_GRANTS; i++) {
        grant(grants, user, 4, topic(random.nextInt(TOPICS)), 302 + random.nextInt(2));
      }
    }
    return PermissionSnapshot.parse(json);
  }

  /** Different random questions, in random order. */
  static AccessQuestion[] asks(int count) {
    Random random = new Random(2);
    Set<AccessQuestion> asks = new LinkedHashSet<>(count * 2);
    while (asks.size() < count) {
      Question question = QUESTIONS.get(random.nextInt(QUESTIONS.size()));
      boolean consumes = question.name().equals("CONSUME");
      String user = user(random.nextInt(USERS));
      ResourceName topic = ResourceName.topic(topic(random.nextInt(TOPICS)));
      asks.add(new AccessQuestion(user, question, topic, consumes ? user + "-subscription" : null));
    }
    return asks.toArray(new AccessQuestion[0]);
  }

  /**
   * The same questions in new objects and another order, so that neighbours are not adjacent in
   * memory.
   */
  static AccessQuestion[] copies(AccessQuestion[] asks) {
    List<AccessQuestion> copies = new java.util.ArrayList<>();
    for (AccessQuestion ask : asks) {
      copies.add(ask.copy());
    }
    Collections.shuffle(copies, new Random(3));
    return copies.toArray(new AccessQuestion[0]);
  }

  private static void grant(ArrayNode grants, int role, int type, String name, int authority) {
    ObjectNode grant = grants.addObject().put("id", grants.size()).put("role", role);
    grant.put("type", type).put("name", name).putArray("auth").add(authority);
  }

  private static String user(int number) {
    return "service-" + number;
  }

  private static String namespace(int number) {
    return "tenant-" + number % TENANTS + "/namespace-" + number;
  }

  private static String topic(int number) {
    return "persistent://" + namespace(number % NAMESPACES) + "/orders-created-" + number;
  }
}
