package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.naming.TopicName;

/**
 * What the handshake of a WebSocket consumer or reader needs beside its topic. Pulsar's service
 * asks about the topic alone. It then uses its own rights to write dead letters and to read the
 * topics of a pattern. Tried on 4.0.8, which takes the first of several parameters of one name;
 * here each counts.
 *
 * @param certain false when a pattern names the topics, or the query can't be read like Pulsar
 *     does; then it takes a super user
 * @param deadLetters the topics that it may write dead letters to; none without such a parameter
 * @param subscription null when it is none, or is not known
 */
public record WebSocketConsumer(boolean certain, List<TopicName> deadLetters, String subscription) {
  /**
   * Pulsar names the subscription of a reader like this, with random digits, and shows it to no
   * one.
   */
  private static final String READER_SUBSCRIPTION = "reader-0000000000";

  private static final String DEAD_LETTER_TOPIC = "deadLetterTopic";
  private static final Set<String> DEAD_LETTERS = Set.of(DEAD_LETTER_TOPIC, "maxRedeliverCount");
  private static final String PATTERN = "topicsPattern";

  /**
   * @param topic the topic that the broker asks about
   * @param data what the broker knows of the caller, may be null
   * @param brokerSubscription the subscription that the broker asks about; null when only the data
   *     may have it
   * @return null when this is no handshake
   */
  public static WebSocketConsumer of(
      TopicName topic, AuthenticationDataSource data, String brokerSubscription) {
    AuthenticationDataSource own = SignInData.unwrapped(data);
    if (own == null || !own.hasDataFromHttp() || !ProxyRules.isWebSocket(own)) {
      return null;
    }
    String ofData = data.hasSubscription() ? data.getSubscription() : null;
    String named = brokerSubscription == null ? ofData : brokerSubscription;
    String subscription = named == null || named.isBlank() ? READER_SUBSCRIPTION : named;
    SentCall call = SentCall.of(own);
    try {
      List<String[]> parameters = call.known() ? parameters(call.query()) : null;
      boolean certain = parameters != null && !names(parameters).contains(PATTERN);
      return new WebSocketConsumer(
          certain,
          certain ? deadLetters(parameters, topic, subscription) : List.of(),
          subscription);
    } catch (IllegalArgumentException e) {
      return new WebSocketConsumer(false, List.of(), subscription);
    }
  }

  private static List<TopicName> deadLetters(
      List<String[]> parameters, TopicName topic, String subscription) {
    if (names(parameters).stream().noneMatch(DEAD_LETTERS::contains)) {
      return List.of();
    }
    List<String> named =
        parameters.stream()
            .filter(parameter -> parameter[0].equals(DEAD_LETTER_TOPIC))
            // Pulsar's client trims it, too.
            .map(parameter -> parameter[1].trim())
            .toList();
    List<TopicName> topics = new ArrayList<>();
    named.stream().filter(name -> !name.isEmpty()).map(TopicName::get).forEach(topics::add);
    if (named.isEmpty() || named.contains("")) {
      topics.add(TopicName.get(topic + "-" + subscription + "-DLQ"));
    }
    return List.copyOf(topics);
  }

  private static List<String> names(List<String[]> parameters) {
    return parameters.stream().map(parameter -> parameter[0]).toList();
  }

  /** Name and value of each parameter. Throws when one is wrongly encoded. */
  private static List<String[]> parameters(String query) {
    List<String[]> found = new ArrayList<>();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      int end = pair.indexOf('=');
      String name = end < 0 ? pair : pair.substring(0, end);
      found.add(new String[] {decoded(name), end < 0 ? "" : decoded(pair.substring(end + 1))});
    }
    return found;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
