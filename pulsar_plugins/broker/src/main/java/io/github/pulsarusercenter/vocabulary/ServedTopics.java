package io.github.pulsarusercenter.vocabulary;

import java.util.ArrayList;
import java.util.List;

/**
 * The topics that a retry or dead-letter topic may serve, by its name alone. The decision says
 * whether rights on them count.
 */
public final class ServedTopics {
  private static final String RETRY = "-RETRY";
  private static final String DEAD_LETTER = "-DLQ";

  /** A topic, and the subscription that the retry or dead-letter topic is for. */
  public record Served(ResourceName topic, String subscription) {}

  private ServedTopics() {}

  /**
   * Topics and subscriptions may both contain dashes, so {@code a-b-c-RETRY} may serve a or a-b.
   *
   * @return the topics that this may be {@code <topic>-<subscription>-RETRY} or {@code -DLQ} of;
   *     none for any other resource, and for a malformed name
   */
  public static List<ResourceName> of(ResourceName place) {
    return withSubscriptions(place).stream().map(Served::topic).toList();
  }

  /** The same topics, each with the subscription that the name then says. */
  public static List<Served> withSubscriptions(ResourceName place) {
    String suffix = place.type() == ResourceName.TOPIC ? suffix(place.name()) : null;
    if (suffix == null) {
      return List.of();
    }
    String local = place.localName();
    List<Served> topics = new ArrayList<>();
    int last = local.length() - suffix.length() - 1;
    for (int at = local.indexOf('-', 1); at > 0 && at < last; at = local.indexOf('-', at + 1)) {
      ResourceName topic = place.sibling(local.substring(0, at));
      if (!topic.malformed()) {
        topics.add(new Served(topic, local.substring(at + 1, last + 1)));
      }
    }
    return topics;
  }

  private static String suffix(String name) {
    return name.endsWith(RETRY) ? RETRY : name.endsWith(DEAD_LETTER) ? DEAD_LETTER : null;
  }
}
