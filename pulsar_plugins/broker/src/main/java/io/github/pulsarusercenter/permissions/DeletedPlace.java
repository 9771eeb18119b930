package io.github.pulsarusercenter.permissions;

import org.apache.pulsar.common.util.Codec;

/**
 * What was deleted.
 *
 * @param type {@code tenant}, {@code namespace} or {@code topic}
 * @param name its full name
 */
public record DeletedPlace(String type, String name) {
  public static DeletedPlace topic(String name) {
    return new DeletedPlace("topic", name);
  }

  /** The place of a node of Pulsar's metadata, or null. Pulsar has no callback for its deletion. */
  static DeletedPlace at(String path) {
    String[] parts = path.split("/");
    if (parts.length < 4 || !parts[1].equals("admin")) {
      return null;
    }
    if (parts[2].equals("policies") && parts.length == 4) {
      return new DeletedPlace("tenant", parts[3]);
    }
    if (parts[2].equals("policies") && parts.length == 5) {
      return new DeletedPlace("namespace", parts[3] + "/" + parts[4]);
    }
    if (parts[2].equals("partitioned-topics") && parts.length == 7) {
      String local = Codec.decode(parts[6]);
      return topic(parts[5] + "://" + parts[3] + "/" + parts[4] + "/" + local);
    }
    return null;
  }
}
