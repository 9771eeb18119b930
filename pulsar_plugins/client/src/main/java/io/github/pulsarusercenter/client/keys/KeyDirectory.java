package io.github.pulsarusercenter.client.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.github.pulsarusercenter.client.signin.AccessToken;
import io.github.pulsarusercenter.client.signin.CenterConnection;
import io.github.pulsarusercenter.client.signin.CenterException;
import io.github.pulsarusercenter.client.signin.FlatJson;
import io.github.pulsarusercenter.client.signin.SignInParameters;
import io.github.pulsarusercenter.client.signin.TokenEndpoint;
import io.github.pulsarusercenter.client.signin.TokenKeeper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the center says about the keys of one topic. Each call does network I/O. */
public final class KeyDirectory implements AutoCloseable {
  private static final Pattern TOPIC =
      Pattern.compile("(?:persistent|non-persistent|topic)://([\\w=:.-]+)/[^/]+/.+");
  private static final String KEYS = "/api/v1/encryption-keys/";
  private static final String WANTED = "topic name number subscription reason";
  private static final String QUESTION =
      "cluster_id principal question resource_type resource subscription address";
  private static final int NOT_SIGNED_IN = 401;

  private final CenterConnection center;
  private final TokenKeeper tokens;
  private final String user;
  private final String topic;
  private final String tenant;
  private final String subscription;

  /**
   * @param subscription null for a right that holds for all of them
   * @throws IllegalArgumentException for another name than that of a topic, or without a service
   */
  public KeyDirectory(SignInParameters parameters, String topic, String subscription) {
    Matcher parts = TOPIC.matcher(topic);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "user center: give the topic's full name, persistent://tenant/namespace/topic");
    }
    this.topic = topic;
    this.tenant = parts.group(1);
    this.subscription = subscription;
    this.user = parameters.name();
    this.center = new CenterConnection(parameters);
    TokenEndpoint endpoint = TokenEndpoint.forItsApi(parameters, center);
    this.tokens = new TokenKeeper(endpoint, null, KeyAnswer.PATIENCE_MILLIS);
  }

  /** Waits until it is signed in, 10 s at most. */
  void signIn() throws CenterException {
    tokens.token();
  }

  /** The active version, of the key that has to have this name. */
  KeyHalf publicHalf(String name) throws CenterException {
    Map<String, List<String>> half =
        ask(KEYS + "public", json("topics", Collections.singletonList(quoted(topic))));
    if (half.containsKey("error")) {
      throw CenterException.refused(
          "no key for " + user + " to write " + topic + " with: " + text(half, "error"));
    }
    if (!text(half, "name").equals(name)) {
      throw CenterException.refused(
          "the key to write " + topic + " with is called " + text(half, "name") + ", not " + name);
    }
    return new KeyHalf(text(half, "number"), text(half, "public_key"));
  }

  /** The audit log names the caller. */
  KeyHalf privateHalf(String name, int number) throws CenterException {
    String wanted = json(WANTED, topic, name, number, subscription, "a Java client reads");
    Map<String, List<String>> half = ask(KEYS + "private", wanted);
    String given = text(half, "name") + "@" + text(half, "number");
    if (!given.equals(name + "@" + number)) {
      throw CenterException.refused("the center gives another key than " + name + "@" + number);
    }
    return new KeyHalf(text(half, "number"), text(half, "private_key"));
  }

  /** Whether the right to read is there now, on each cluster of the topic. Writes no audit log. */
  boolean mayRead() throws CenterException {
    List<String> found = ask("/api/v1/session", null).get("address");
    String address = found == null ? null : found.get(0);
    String id = text(ask("/api/v1/names?kind=tenant&name=" + tenant, null), "id");
    List<String> clusters = ask("/api/v1/tenants/" + id, null).get("cluster_ids");
    List<String> questions = new ArrayList<>();
    for (String cluster : clusters == null ? Collections.<String>emptyList() : clusters) {
      int number = Integer.parseInt(cluster);
      questions.add(
          json(QUESTION, number, user, "topic:CONSUME", "topic", topic, subscription, address));
    }
    if (questions.isEmpty()) {
      return false;
    }
    List<String> answers = ask("/api/v1/access/check", json("questions", questions)).get("allowed");
    return Collections.nCopies(questions.size(), "true").equals(answers);
  }

  @Override
  public void close() {
    tokens.close();
  }

  /** Asks once more with another token, as the first one may have been revoked. */
  private Map<String, List<String>> ask(String path, String body) throws CenterException {
    AccessToken token = tokens.token();
    Map<String, List<String>> answer = ask(path, body, token);
    if (answer == null) {
      answer = ask(path, body, tokens.replacement(token));
    }
    if (answer == null) {
      throw CenterException.refused("the center does not let " + user + " in any more");
    }
    return answer;
  }

  private Map<String, List<String>> ask(String path, String body, AccessToken token)
      throws CenterException {
    byte[] sent = body == null ? null : body.getBytes(UTF_8);
    return center.request(path, token, "application/json", sent, this::answer);
  }

  private Map<String, List<String>> answer(String address, int status, String body)
      throws CenterException {
    if (status == NOT_SIGNED_IN) {
      return null;
    }
    Map<String, List<String>> fields = FlatJson.everywhere(body);
    if (status == 200 && !fields.isEmpty()) {
      return fields;
    }
    String says = address + " answers " + status + " to " + user + " about " + topic;
    if (status < 400 || status == 429 || status >= 500 || !fields.containsKey("code")) {
      throw CenterException.unreachable(says);
    }
    throw CenterException.refused(says + ": " + text(fields, "code"));
  }

  private static String text(Map<String, List<String>> answer, String field)
      throws CenterException {
    List<String> found = answer.get(field);
    if (found == null) {
      throw CenterException.unreachable("the center answers without " + field);
    }
    return found.get(0);
  }

  /** An object of these names and values: texts, numbers, lists of JSON. Without nulls. */
  private static String json(String names, Object... values) {
    StringJoiner object = new StringJoiner(",", "{", "}");
    int i = 0;
    for (String name : names.split(" ")) {
      Object value = values[i++];
      if (value != null) {
        object.add(quoted(name) + ":" + (value instanceof String ? quoted(value) : value));
      }
    }
    return object.toString();
  }

  private static String quoted(Object text) {
    char[] escaped = JsonStringEncoder.getInstance().quoteAsString(text.toString());
    return "\"" + String.valueOf(escaped) + "\"";
  }
}
