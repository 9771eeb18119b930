package io.github.pulsarusercenter.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.vocabulary.Authorities;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Small sets of random rights, in which every question meets a grant now and then. */
public final class RandomRights {
  static final long LAST_MOMENT = 12;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> USERS =
      List.of("u0", "u1", "u2", "s0", "s1", "off", "u0-x", "nobody", "");
  private static final List<String> TENANTS = List.of("t0", "t1", "t");
  private static final List<String> SPACES = List.of("n0", "n1");
  private static final List<String> TOPICS =
      List.of("a", "a-b", "a-b-c-DLQ", "a-s-RETRY", "a-partition-1", "__sys", "b");
  private static final List<String> SEGMENTS = List.of("0000-7fff-1", "8000-ffff-2", "7fff-0000-3");
  private static final List<String> SUBSCRIPTIONS = List.of("u0", "u0-x", "s0.a", "other", "");

  private static final List<String> PREFIXES =
      List.of("a", "a-", "a-b", "a-b-c", "b", "n", "n0", "n1", "t", "__", "");
  private static final List<String> NAMED =
      List.of("u0", "u0*", "s0.*", "other", "b", "b-*", "s", "c*", "*", "");

  private static final List<String> NETWORKS =
      List.of("10.0.0.0/8", "10.0.0.0/24", "10.0.0.1/32", "0.0.0.0/0", "::/0", "fd00::/8", "x");
  private static final List<String> ADDRESSES =
      List.of("10.0.0.1", "10.0.0.2", "10.9.0.1", "192.0.2.1", "fd00::1", "::ffff:10.0.0.1", "");

  /** All that there are, and one that this plugin does not know. */
  private static final int[] AUTHORITIES =
      IntStream.concat(
              Authorities.ids().stream().mapToInt(Long::intValue).sorted(), IntStream.of(999))
          .toArray();

  private static final List<Question> QUESTIONS =
      Question.all().stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();

  /** One random question. */
  record AccessQuestion(
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      IpAddress from,
      long now) {}

  private RandomRights() {}

  public static JsonNode json(Random random) {
    ObjectNode world = JSON.createObjectNode().put("cluster", "prod").put("revision", 1);
    ArrayNode users = world.putArray("users");
    for (String name : USERS.subList(0, 7)) {
      users.add(user(random, name));
    }
    ArrayNode grants = world.putArray("grants");
    int count = random.nextInt(30);
    for (int id = 1; id <= count; id++) {
      grants.add(grant(random, id));
    }
    ArrayNode invalid = world.putArray("invalid");
    if (random.nextInt(3) == 0) {
      invalid.add(name(random, 2 + random.nextInt(3)));
    }
    return world;
  }

  static ObjectNode user(Random random, String name) {
    ObjectNode user = JSON.createObjectNode().put("name", name);
    user.put("status", name.equals("off") ? "disabled" : "active");
    if (name.startsWith("s")) {
      user.put("main", pick(random, List.of("u0", "u1", "u1", "off", "s0")));
    }
    if (random.nextInt(8) == 0) {
      addNetworks(random, user.putObject("limits").put("active", random.nextInt(5) > 0));
      user.put("status", "disabled");
    }
    ArrayNode roles = user.putArray("roles");
    for (int i = random.nextInt(4); i > 0; i--) {
      roles.add(1 + random.nextInt(5));
    }
    return user;
  }

  public static ObjectNode grant(Random random, int id) {
    int type = random.nextInt(5);
    ObjectNode grant = JSON.createObjectNode().put("id", id).put("role", 1 + random.nextInt(5));
    grant.put("type", type).put("name", name(random, type));
    ArrayNode authorities = grant.putArray("auth");
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      authorities.add(AUTHORITIES[random.nextInt(AUTHORITIES.length)]);
    }
    if (random.nextInt(3) == 0) {
      limit(random, grant);
    }
    if (random.nextInt(4) == 0) {
      grant.put("from", random.nextInt(10));
    }
    if (random.nextInt(4) == 0) {
      grant.put("until", random.nextInt(10));
    }
    return grant;
  }

  /** Limits the grant to names or subscriptions, sometimes by an unknown limit. */
  private static void limit(Random random, ObjectNode grant) {
    ObjectNode limits = grant.putObject("limits");
    limits.set("auth", grant.get("auth"));
    grant.putArray("auth");
    if (random.nextBoolean()) {
      limits.put("prefix", pick(random, PREFIXES));
    }
    if (random.nextInt(3) == 0) {
      ArrayNode named = limits.putArray("subscriptions");
      for (int i = random.nextInt(3); i > 0; i--) {
        named.add(pick(random, NAMED));
      }
    }
    if (random.nextInt(3) == 0) {
      addNetworks(random, limits);
    }
    if (random.nextInt(20) == 0) {
      limits.put("moon", "full");
    }
  }

  private static void addNetworks(Random random, ObjectNode limits) {
    ArrayNode networks = limits.putArray("networks");
    for (int i = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(2); i > 0; i--) {
      networks.add(pick(random, NETWORKS));
    }
  }

  static PermissionSnapshot snapshot(Random random) {
    return PermissionSnapshot.parse(json(random));
  }

  static PermissionSnapshot parse(String json) {
    try {
      return PermissionSnapshot.parse(JSON.readTree(json));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static AccessQuestion ask(Random random) {
    Question question = QUESTIONS.get(random.nextInt(QUESTIONS.size()));
    int type = random.nextInt(5);
    while (!question.appliesTo(type) && random.nextInt(20) != 0) {
      type = random.nextInt(5);
    }
    String subscription = random.nextInt(3) == 0 ? null : pick(random, SUBSCRIPTIONS);
    return new AccessQuestion(
        pick(random, USERS),
        question,
        ResourceName.of(type, name(random, type)),
        subscription,
        IpAddress.parse(pick(random, ADDRESSES)),
        random.nextInt((int) LAST_MOMENT));
  }

  static String name(Random random, int type) {
    String tenant = pick(random, TENANTS);
    String namespace = tenant + "/" + pick(random, SPACES);
    return switch (type) {
      case ResourceName.ROOT -> "*";
      case ResourceName.CLUSTER -> random.nextInt(5) == 0 ? "other" : "prod";
      case ResourceName.TENANT -> tenant;
      case ResourceName.NAMESPACE -> namespace;
      default -> topic(random, namespace + "/" + pick(random, TOPICS));
    };
  }

  /** A topic of one of the domains, or a segment of a scalable one. */
  private static String topic(Random random, String name) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> "non-persistent://" + name;
      case 2, 3 -> "topic://" + name;
      case 4 -> "segment://" + name + "/" + pick(random, SEGMENTS);
      default -> "persistent://" + name;
    };
  }

  private static <T> T pick(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
