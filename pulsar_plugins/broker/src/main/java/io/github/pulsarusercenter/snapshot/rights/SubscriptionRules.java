package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who may use a subscription of a namespace, beside what grants say. The twin of {@code
 * app/access/subscription_rules.py}.
 *
 * @param mode what the names of subscriptions must be like; an unknown mode fits no name
 * @param users subscription → the only users that may use it
 */
public record SubscriptionRules(String namespace, String mode, Map<String, Set<String>> users) {
  /** The limit by which a heartbeat says that the plugin knows these rules. */
  public static final String LIMIT = "subscription_rules";

  static final String NONE = "None";
  private static final String PREFIX = "Prefix";

  /** True when the mode lets the user have a subscription of this name. */
  public boolean fits(String user, String subscription) {
    return NONE.equals(mode) || (PREFIX.equals(mode) && subscription.startsWith(user));
  }

  void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("namespace", namespace);
    out.writeStringField("mode", mode);
    out.writeObjectFieldStart("users");
    for (var rule : new TreeMap<>(users).entrySet()) {
      out.writeArrayFieldStart(rule.getKey());
      for (String user : new TreeSet<>(rule.getValue())) {
        out.writeString(user);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
    out.writeEndObject();
  }
}
