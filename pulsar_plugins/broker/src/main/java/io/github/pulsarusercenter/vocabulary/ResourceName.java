package io.github.pulsarusercenter.vocabulary;

import java.util.List;
import java.util.Objects;

/**
 * One resource, by type and name; the twin of {@code app/access/names.py}. An invalid name throws
 * nothing: it makes a {@link #malformed()} resource.
 */
public final class ResourceName {
  /** The type numbers in the center's tables and in snapshots. */
  public static final int ROOT = 0;

  public static final int CLUSTER = 1;
  public static final int TENANT = 2;
  public static final int NAMESPACE = 3;
  public static final int TOPIC = 4;

  /** The names of the types, by number. */
  public static final List<String> TYPES =
      List.of("root", "cluster", "tenant", "namespace", "topic");

  /**
   * Limit of a whole name in code points; a longer one is malformed, so that no name makes the
   * plugin slow.
   */
  static final int MAX_LENGTH = 1024;

  private static final ResourceName EVERYWHERE =
      new ResourceName(ROOT, "*", new String[] {"*", null, null, null, null});

  private final int type;
  private final String text;
  private final String[] path;
  private final String name;
  private final int hash;

  /**
   * @param path the names by type number, as far as the name has them; null when malformed
   */
  private ResourceName(int type, String text, String[] path) {
    this.type = type;
    this.text = text;
    this.path = path;
    this.name = path == null ? "" : path[type];
    this.hash = scrambled(name.hashCode() * 31 + type);
  }

  /** The domain of the topics that the admin API keeps below this word; null for any other word. */
  public static String domainOfRoute(String word) {
    return switch (word) {
      case "persistent", "non-persistent" -> word;
      case "scalable" -> "topic";
      default -> null;
    };
  }

  /**
   * {@code domain://tenant/namespace/topic}; a partition becomes its topic, a segment its scalable
   * topic.
   */
  public static ResourceName topic(String text) {
    return new ResourceName(TOPIC, text, NameParser.topic(text));
  }

  /** {@code tenant/namespace}. */
  public static ResourceName namespace(String text) {
    return new ResourceName(NAMESPACE, text, NameParser.namespace(text));
  }

  public static ResourceName tenant(String text) {
    boolean good = NameParser.isPart(text);
    return new ResourceName(TENANT, text, good ? new String[] {"*", null, text, null, null} : null);
  }

  public static ResourceName cluster(String text) {
    boolean good = NameParser.isPart(text);
    return new ResourceName(
        CLUSTER, text, good ? new String[] {"*", text, null, null, null} : null);
  }

  /** The place above all clusters. */
  public static ResourceName root() {
    return EVERYWHERE;
  }

  /**
   * The resource of this type number, as in snapshots.
   *
   * @throws IllegalArgumentException for a number that is no type
   */
  public static ResourceName of(int type, String text) {
    return switch (type) {
      case ROOT -> "*".equals(text) ? EVERYWHERE : new ResourceName(ROOT, text, null);
      case CLUSTER -> cluster(text);
      case TENANT -> tenant(text);
      case NAMESPACE -> namespace(text);
      case TOPIC -> topic(text);
      default -> throw new IllegalArgumentException("There is no resource type " + type + ".");
    };
  }

  /** 0 root, 1 cluster, 2 tenant, 3 namespace, 4 topic. */
  public int type() {
    return type;
  }

  /** The canonical name, without a partition suffix; empty when malformed. */
  public String name() {
    return name;
  }

  /** The text as given; may be null. */
  public String text() {
    return text;
  }

  /** True for a name that no resource can have. */
  public boolean malformed() {
    return path == null;
  }

  /** The tenant's name, or null when it has none (root, cluster, malformed). */
  public String tenant() {
    return path == null ? null : path[TENANT];
  }

  /** The namespace as {@code tenant/namespace}, or null when it has none. */
  public String namespace() {
    return path == null ? null : path[NAMESPACE];
  }

  /** The last part of a topic's name, without a partition suffix. */
  public String localName() {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Another topic of the same namespace and domain. */
  ResourceName sibling(String localName) {
    return topic(name.substring(0, name.lastIndexOf('/') + 1) + localName);
  }

  /**
   * The name of the place of this type that the resource is in, or its own. Tenants are in {@code
   * cluster}.
   */
  public String placeName(int placeType, String cluster) {
    return placeType == CLUSTER && type > CLUSTER ? cluster : path[placeType];
  }

  /** Every bit of the hash depends on every bit of the number. */
  static int scrambled(int number) {
    int mixed = (number ^ number >>> 16) * 0x7FEB352D;
    mixed = (mixed ^ mixed >>> 15) * 0x846CA68B;
    return mixed ^ mixed >>> 16;
  }

  /** Whether both are the same resource; for well-formed names only. */
  public boolean isSameAs(ResourceName that) {
    return hash == that.hash && type == that.type && name.equals(that.name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResourceName that
        && isSameAs(that)
        && (!malformed() || Objects.equals(text, that.text));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** The name, or the given text when malformed, which is not safe for a log line. */
  @Override
  public String toString() {
    return malformed() ? String.valueOf(text) : name;
  }
}
