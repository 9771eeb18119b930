package io.github.pulsarusercenter.permissions;

import java.util.Set;
import org.apache.pulsar.common.util.Codec;

/**
 * A place that was deleted or made at this broker.
 *
 * @param type {@code tenant}, {@code namespace} or {@code topic}
 * @param name its full name
 * @param migrated whether it is a scalable topic that was the persistent one of its name
 */
public record ReportedPlace(String type, String name, boolean migrated) {
  public ReportedPlace(String type, String name) {
    this(type, name, false);
  }

  public static ReportedPlace topic(String name) {
    return new ReportedPlace("topic", name);
  }

  /** Whether it is one of these places, or lies in one. */
  boolean isIn(Set<String> names) {
    String[] parts =
        name.substring(name.indexOf("://") < 0 ? 0 : name.indexOf("://") + 3).split("/");
    return names.contains(name)
        || names.contains(parts[0])
        || (parts.length > 1 && names.contains(parts[0] + "/" + parts[1]));
  }

  /** The place of a node of Pulsar's metadata, or null. Pulsar has no callback for its deletion. */
  static ReportedPlace at(String path) {
    String[] parts = path.split("/");
    if (parts.length < 4 || !parts[1].equals("admin")) {
      return null;
    }
    if (parts[2].equals("policies") && parts.length == 4) {
      return new ReportedPlace("tenant", parts[3]);
    }
    if (parts[2].equals("policies") && parts.length == 5) {
      return new ReportedPlace("namespace", parts[3] + "/" + parts[4]);
    }
    if (parts[2].equals("partitioned-topics") && parts.length == 7) {
      String local = Codec.decode(parts[6]);
      return topic(parts[5] + "://" + parts[3] + "/" + parts[4] + "/" + local);
    }
    return null;
  }
}
