package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.pulsarusercenter.vocabulary.Authorities;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.util.List;

/**
 * What a grant is limited to beside its window. The twin of {@code app/access/limits.py}.
 *
 * @param prefix names directly below the place that begin with it; null: all
 * @param subscriptions whole names, or beginnings that end with {@code *}; null: all
 * @param networks that must contain the caller's address; null: all
 */
public record Limits(String prefix, List<String> subscriptions, NetworkList networks) {
  /**
   * The limits that this plugin knows, for heartbeats: it denies grants with other limits. It also
   * knows tokens that are limited to networks.
   */
  public static final List<String> NAMES = List.of("prefix", "subscriptions", "networks");

  private static final String ANY_END = "*";

  /** True when nothing fits, or nothing is limited: such a grant never counts. */
  boolean meaningless() {
    if (prefix == null && subscriptions == null && networks == null) {
      return true;
    }
    if ("".equals(prefix) || (networks != null && networks.isMeaningless())) {
      return true;
    }
    return subscriptions != null
        && (subscriptions.isEmpty()
            || subscriptions.contains("")
            || subscriptions.contains(ANY_END));
  }

  /** The authorities that can be limited so on a place of this type, as bits. */
  long fitting(int type) {
    long fitting = prefix == null ? ~0L : Authorities.belowNames(type);
    return subscriptions == null ? fitting : fitting & Authorities.OF_SUBSCRIPTIONS;
  }

  /** True when the target's name below a place of this type begins with the prefix, if any. */
  public boolean coversName(int type, ResourceName target) {
    if (prefix == null) {
      return true;
    }
    String path = pathBelow(type, target);
    return path != null && path.startsWith(prefix, path.lastIndexOf('/') + 1);
  }

  /**
   * True when the limit names the subscription; never true for null, which means all subscriptions.
   */
  public boolean coversSubscription(String wanted) {
    if (subscriptions == null) {
      return true;
    }
    if (wanted == null) {
      return false;
    }
    for (String named : subscriptions) {
      boolean covered =
          named.endsWith(ANY_END)
              ? wanted.startsWith(named.substring(0, named.length() - 1))
              : named.equals(wanted);
      if (covered) {
        return true;
      }
    }
    return false;
  }

  /**
   * The name directly below a place of this type on the way to the target.
   *
   * @return null when the target is no deeper
   */
  public static String nameBelow(int type, ResourceName target) {
    String path = pathBelow(type, target);
    return path == null ? null : path.substring(path.lastIndexOf('/') + 1);
  }

  /** A text that ends with a slash and that name; spares a copy of the name. */
  static String pathBelow(int type, ResourceName target) {
    if (type == ResourceName.NAMESPACE) {
      return target.type() == ResourceName.TOPIC ? target.name() : null;
    }
    return type == ResourceName.TENANT ? target.namespace() : null;
  }

  void write(JsonGenerator out, long[] authorities) throws IOException {
    out.writeObjectFieldStart("limits");
    out.writeFieldName("auth");
    out.writeArray(authorities, 0, authorities.length);
    if (prefix != null) {
      out.writeStringField("prefix", prefix);
    }
    if (subscriptions != null) {
      write(out, "subscriptions", subscriptions);
    }
    if (networks != null) {
      write(out, "networks", networks.names());
    }
    out.writeEndObject();
  }

  static void write(JsonGenerator out, String field, List<String> names) throws IOException {
    out.writeFieldName(field);
    out.writeArray(names.toArray(String[]::new), 0, names.size());
  }
}
