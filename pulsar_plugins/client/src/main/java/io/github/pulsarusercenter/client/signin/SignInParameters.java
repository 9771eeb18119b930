package io.github.pulsarusercenter.client.signin;

import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The checked parameters of {@code authParams}. Messages do not quote secrets. */
public final class SignInParameters implements Serializable {
  /** Every parameter there is. */
  static final Set<String> NAMES =
      Collections.unmodifiableSet(
          new LinkedHashSet<>(
              Arrays.asList(
                  "url",
                  "username",
                  "password",
                  "passwordFile",
                  "clientId",
                  "clientSecret",
                  "clientSecretFile",
                  "audience",
                  "tokenFile",
                  "trustCertsFile",
                  "allowPlainHttp",
                  "connectTimeoutMillis",
                  "readTimeoutMillis")));

  private static final long serialVersionUID = 1L;
  private static final Set<String> LOOPBACK =
      new LinkedHashSet<>(Arrays.asList("127.0.0.1", "localhost", "[::1]", "::1"));

  private final ArrayList<String> centers;
  private final boolean person;
  private final String name;
  private final Secret secret;
  private final String audience;
  private final String tokenFile;
  private final String trustCertsFile;
  private final int connectMillis;
  private final int readMillis;

  private SignInParameters(Map<String, String> values) {
    person = values.containsKey("username");
    name = values.get(person ? "username" : "clientId");
    secret = person ? secret(values, "password") : secret(values, "clientSecret");
    centers = centers(values.get("url"), flag(values, "allowPlainHttp"));
    audience = values.getOrDefault("audience", "");
    tokenFile = values.get("tokenFile");
    trustCertsFile = values.get("trustCertsFile");
    connectMillis = millis(values, "connectTimeoutMillis", 5_000);
    readMillis = millis(values, "readTimeoutMillis", 10_000);
  }

  /**
   * @throws IllegalArgumentException with a sentence that says what to correct
   */
  public static SignInParameters of(Map<String, String> parameters) {
    Map<String, String> values = new TreeMap<>();
    for (Map.Entry<String, String> entry : parameters.entrySet()) {
      demand(
          NAMES.contains(entry.getKey()),
          "there is no parameter " + entry.getKey() + "; there are " + String.join(", ", NAMES));
      if (entry.getValue() != null && !entry.getValue().trim().isEmpty()) {
        values.put(entry.getKey(), entry.getValue().trim());
      }
    }
    boolean either = values.containsKey("username") != values.containsKey("clientId");
    demand(either, "give username (and passwordFile) or clientId (and clientSecretFile)");
    return new SignInParameters(values);
  }

  /** True for name and password, false for client id and client secret. */
  boolean isPerson() {
    return person;
  }

  /** User name, or client id. */
  public String name() {
    return name;
  }

  Secret secret() {
    return secret;
  }

  /** Addresses of the center without a trailing slash; at least one. */
  List<String> centers() {
    return centers;
  }

  String audience() {
    return audience;
  }

  String trustCertsFile() {
    return trustCertsFile;
  }

  int connectMillis() {
    return connectMillis;
  }

  int readMillis() {
    return readMillis;
  }

  /** The file with the spare token for an outage of the center, or null. */
  public TokenFile tokenFile() {
    return TokenFile.of(tokenFile);
  }

  /** The longest time a caller may have to wait for a token. */
  public long patienceMillis() {
    return (long) centers.size() * (connectMillis + readMillis);
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "{url="
        + centers
        + ", "
        + (person ? "username=" : "clientId=")
        + name
        + ", secret="
        + secret
        + "}";
  }

  private static Secret secret(Map<String, String> values, String key) {
    String text = values.get(key);
    String file = values.get(key + "File");
    demand((text == null) != (file == null), "give " + key + "File or " + key + ", one of them");
    return text != null ? Secret.text(key, text) : Secret.inFile(key + "File", file);
  }

  private static ArrayList<String> centers(String urls, boolean plainAllowed) {
    demand(urls != null, "url is missing: the address of the user center, https://…");
    ArrayList<String> found = new ArrayList<>();
    for (String url : urls.split(",")) {
      found.add(center(url.trim(), plainAllowed));
    }
    return found;
  }

  private static String center(String url, boolean plainAllowed) {
    URI address;
    try {
      address = new URI(url);
    } catch (URISyntaxException e) {
      throw wrong("url is no address: https://host or https://host:port");
    }
    String scheme = address.getScheme();
    boolean http = "http".equalsIgnoreCase(scheme);
    demand(http || "https".equalsIgnoreCase(scheme), "url must begin with https://");
    demand(address.getHost() != null, "url names no host");
    demand(
        address.getRawUserInfo() == null && address.getRawQuery() == null,
        "url holds more than an address: user name and password have parameters of their own");
    demand(
        !http || plainAllowed || LOOPBACK.contains(address.getHost()),
        "url is plain http and "
            + address.getHost()
            + " is another machine: the secret could be"
            + " read on the way. Use https (or allowPlainHttp=true in a network you trust)");
    return url.replaceAll("/+$", "");
  }

  private static boolean flag(Map<String, String> values, String key) {
    String value = values.getOrDefault(key, "false");
    demand(value.equals("true") || value.equals("false"), key + " must be true or false");
    return value.equals("true");
  }

  private static int millis(Map<String, String> values, String key, int otherwise) {
    String value = values.getOrDefault(key, Integer.toString(otherwise));
    demand(value.matches("[1-9][0-9]{0,5}"), key + " must be a number of ms from 1 to 999999");
    return Integer.parseInt(value);
  }

  private static void demand(boolean condition, String otherwise) {
    if (!condition) {
      throw wrong(otherwise);
    }
  }

  static IllegalArgumentException wrong(String sentence) {
    return new IllegalArgumentException("user center authParams: " + sentence);
  }
}
