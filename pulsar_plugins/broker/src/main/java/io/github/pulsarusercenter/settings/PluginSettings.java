package io.github.pulsarusercenter.settings;

import io.github.pulsarusercenter.events.EventFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The plugin's settings from broker.conf, read and checked once. Holds no secret (only the path of
 * the credential), so it may be printed. Two equal settings share one running plugin.
 *
 * @param urls base addresses of the center, without a trailing slash; each is used until it fails
 * @param credentialFile holds the cluster credential, one line; read again when the center refuses
 *     it
 * @param nativeProvider class name of the provider that answers while observing
 * @param trustedProxyRoles proxies that are believed about their clients' addresses
 * @param bootstrapKeys optional JWKS used until a first snapshot exists, for superUserRoles only
 */
public record PluginSettings(
    List<URI> urls,
    Path credentialFile,
    String issuer,
    String audience,
    String cluster,
    Path snapshotFile,
    long snapshotMaxAgeSeconds,
    EventFiles events,
    int eventsQueueSize,
    long passwordCacheSeconds,
    long authenticateTimeoutMillis,
    int authenticateConcurrency,
    long tokenLeewaySeconds,
    long heartbeatSeconds,
    boolean subscriptionTopics,
    boolean listForTopicHolders,
    boolean listTenants,
    boolean onlyWritersAddSchemas,
    long connectTimeoutMillis,
    boolean allowPlainHttp,
    Path bootstrapKeys,
    Mode mode,
    String nativeProvider,
    Set<String> trustedProxyRoles) {

  /** Who answers the broker's questions. */
  public enum Mode {
    /** The plugin does. */
    ENFORCE,
    /** The native provider does; the plugin records what it would answer. */
    OBSERVE
  }

  /** The names of all settings, as they are read; docs/operators/broker.md has each of them. */
  public static final List<String> NAMES = names();

  private static List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    read(
        new SettingsReader(
            name -> {
              names.add(name);
              return null;
            }),
        null);
    return List.copyOf(names);
  }

  /** The name of the setting that shares most groups of three letters with this one. */
  public static String nearest(String name) {
    return Collections.max(NAMES, Comparator.comparingDouble(known -> likeness(name, known)));
  }

  private static double likeness(String name, String known) {
    String lower = name.toLowerCase(Locale.ROOT);
    String lowerKnown = known.toLowerCase(Locale.ROOT);
    IntStream starts = IntStream.rangeClosed(0, lowerKnown.length() - 3);
    long shared = starts.filter(at -> lower.contains(lowerKnown.substring(at, at + 3))).count();
    return (double) shared / (lower.length() + lowerKnown.length());
  }

  /**
   * Reads and checks all settings.
   *
   * @param source a broker.conf property by name, null when absent
   * @param brokerCluster the broker's own clusterName, the default of userCenterCluster
   * @throws IOException with one sentence for each wrong setting, saying how to fix it
   */
  public static PluginSettings read(Function<String, Object> source, String brokerCluster)
      throws IOException {
    SettingsReader in = new SettingsReader(source);
    PluginSettings settings = read(in, brokerCluster);
    if (!in.mistakes().isEmpty()) {
      throw new IOException(
          "Pulsar User Center: wrong settings in broker.conf. " + String.join(" ", in.mistakes()));
    }
    return settings;
  }

  private static PluginSettings read(SettingsReader in, String brokerCluster) {
    boolean plain = in.flag("userCenterAllowPlainHttp", false);
    return new PluginSettings(
        safeAddresses(in, plain),
        credentialFile(in),
        in.required("userCenterIssuer", "set it to the issuer of the center's tokens"),
        in.text("userCenterAudience", "pulsar"),
        cluster(in, brokerCluster),
        in.path("userCenterSnapshotFile", "data/user-center/snapshot.json"),
        in.number("userCenterSnapshotMaxAgeSeconds", 86_400, 60, 31_536_000),
        events(in),
        (int) in.number("userCenterEventsQueueSize", 65_536, 16, 16_777_216),
        in.number("userCenterPasswordCacheSeconds", 300, 0, 86_400),
        in.number("userCenterAuthenticateTimeoutMillis", 5_000, 100, 60_000),
        (int) in.number("userCenterAuthenticateConcurrency", 16, 1, 1_024),
        in.number("userCenterTokenLeewaySeconds", 30, 0, 60),
        in.number("userCenterHeartbeatSeconds", 10, 1, 3_600),
        in.flag("userCenterSubscriptionTopics", true),
        in.flag("userCenterListForTopicHolders", true),
        in.flag("userCenterListTenants", false),
        in.flag("userCenterOnlyWritersAddSchemas", true),
        in.number("userCenterConnectTimeoutMillis", 3_000, 100, 60_000),
        plain,
        bootstrapKeys(in),
        mode(in),
        in.text(
            "userCenterNativeProvider",
            "org.apache.pulsar.broker.authorization.PulsarAuthorizationProvider"),
        trustedProxyRoles(in.source()));
  }

  /** Reads this setting alone; see {@link #read}. */
  public static Set<String> trustedProxyRoles(Function<String, Object> source) {
    return new SettingsReader(source).names("userCenterTrustedProxyRoles");
  }

  private static List<URI> safeAddresses(SettingsReader in, boolean allowPlain) {
    List<URI> urls =
        in.addresses(
            "userCenterUrl",
            "set it to the center's address, https://host:port, or several with commas between");
    boolean open =
        urls.stream().anyMatch(url -> "http".equals(url.getScheme()) && !isLoopback(url));
    if (open && !allowPlain) {
      in.wrong(
          "userCenterUrl uses http:// to another machine, which shows the credential to the"
              + " network: use https://, or set userCenterAllowPlainHttp=true for a test.");
    }
    return urls;
  }

  private static boolean isLoopback(URI url) {
    // By name only, because an attacker could answer a DNS look-up.
    String host = url.getHost();
    return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
  }

  private static EventFiles events(SettingsReader in) {
    return new EventFiles(
        in.path("userCenterEventsDirectory", "logs/user-center-events"),
        in.number("userCenterEventsRollSeconds", 300, 1, 86_400),
        in.number("userCenterEventsRollBytes", 67_108_864, 4_096, 1L << 40),
        in.number("userCenterEventsMaxBytes", 10_737_418_240L, 4_096, 1L << 50),
        in.number("userCenterEventsMaxDays", 35, 1, 3_650),
        in.number("userCenterEventsMinFreeBytes", 268_435_456, 0, 1L << 50));
  }

  private static Mode mode(SettingsReader in) {
    String text = in.text("userCenterMode", "enforce");
    if (!text.equals("enforce") && !text.equals("observe")) {
      in.wrong("userCenterMode is '%s': set it to enforce or observe.".formatted(text));
    }
    return text.equals("observe") ? Mode.OBSERVE : Mode.ENFORCE;
  }

  private static Path credentialFile(SettingsReader in) {
    in.required("userCenterCredentialFile", "set it to a file with the cluster credential");
    return readable(in, "userCenterCredentialFile", "the cluster credential");
  }

  private static Path bootstrapKeys(SettingsReader in) {
    return readable(in, "userCenterBootstrapKeys", "a JWKS document of the center");
  }

  private static Path readable(SettingsReader in, String name, String content) {
    Path path = in.path(name, null);
    if (path != null && !Files.isReadable(path)) {
      in.wrong(
          "%s names %s, which the broker can't read: put %s there and make it readable for the broker."
              .formatted(name, path, content));
    }
    return path;
  }

  private static String cluster(SettingsReader in, String brokerCluster) {
    String cluster = in.text("userCenterCluster", brokerCluster);
    if (cluster == null || !cluster.matches("[-=:.\\w]+")) {
      in.wrong("userCenterCluster is missing: set it to the name of this cluster in the center.");
    }
    return cluster;
  }
}
