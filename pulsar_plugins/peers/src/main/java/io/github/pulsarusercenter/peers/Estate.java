package io.github.pulsarusercenter.peers;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The same rights for every engine: five users write each topic and five others read it. Names and
 * rights are computed from numbers, so that each engine can build them in its own form.
 */
final class Estate {
  static final int HOLDERS = 10;
  static final int USERS = 1_000;
  private static final int NAMESPACES = 100;
  private static final int TENANTS = 10;

  /** One object for each name, because a connection keeps its name's object too. */
  private static final String[] NAMES =
      IntStream.range(0, USERS).mapToObj(user -> "service-" + user).toArray(String[]::new);

  private static final Map<Integer, String> TOPICS = new ConcurrentHashMap<>();

  /** May this user write (or else read) this topic? */
  record AccessQuestion(int user, int topic, boolean write) {}

  private Estate() {}

  /** The holders of a topic; the first five write, the others read. */
  static int holder(int topic, int place) {
    return (int) ((topic * 31L + place * 97L) % USERS);
  }

  static boolean writes(int place) {
    return place < HOLDERS / 2;
  }

  static String user(int number) {
    return NAMES[number];
  }

  static String namespace(int topic) {
    return "tenant-" + topic % TENANTS + "/namespace-" + topic % NAMESPACES;
  }

  static String topic(int number) {
    return TOPICS.computeIfAbsent(
        number, topic -> "persistent://" + namespace(topic) + "/orders-created-" + topic);
  }

  /** Different questions in random order; half are about holders, half about random users. */
  static AccessQuestion[] asks(int topics, int count) {
    Random random = new Random(7);
    Set<AccessQuestion> asks = new LinkedHashSet<>(count * 2);
    while (asks.size() < count) {
      int topic = random.nextInt(topics);
      int anybody = random.nextInt(USERS);
      int user = random.nextBoolean() ? holder(topic, random.nextInt(HOLDERS)) : anybody;
      asks.add(new AccessQuestion(user, topic, random.nextBoolean()));
    }
    return asks.toArray(new AccessQuestion[0]);
  }

  /** The rule itself, for comparing the engines' answers before anything is measured. */
  static boolean allowed(AccessQuestion ask) {
    for (int place = 0; place < HOLDERS; place++) {
      if (holder(ask.topic(), place) == ask.user() && writes(place) == ask.write()) {
        return true;
      }
    }
    return false;
  }

  /** Fails when an engine's answer is wrong: its time would mean nothing. */
  static void check(AccessQuestion ask, boolean answer) {
    if (answer != allowed(ask)) {
      throw new IllegalStateException("The engine answers " + answer + " to " + ask);
    }
  }
}
