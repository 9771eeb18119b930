package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.permissions.PermissionCall;
import io.github.pulsarusercenter.permissions.PermissionCall.Verb;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads the permission call from the path of an HTTP call. This links the broker's question (which
 * names the caller) to its grant (which does not). A path that another parser could read
 * differently counts as unknown.
 */
final class PermissionPath {
  /**
   * But for the topic only plain characters, and no empty segment, so that the broker reads the
   * path the same way.
   */
  private static final Pattern PLAIN = Pattern.compile("(/[-=:.~@\\w]+)+/?");

  private static final String ROOT = "/admin/v2/";
  private static final Map<String, Verb> VERBS =
      Map.of("POST", Verb.GRANT, "DELETE", Verb.REVOKE, "GET", Verb.LIST);

  private PermissionPath() {}

  /**
   * @return null when the call is certainly not about permissions; {@link PermissionCall#ANY} when
   *     that is unknown
   */
  static PermissionCall of(SignInData data) {
    String path = data == null ? null : data.path();
    String[] part = HttpTarget.segments(path, PLAIN);
    if (part == null || path.contains("/.")) {
      return PermissionCall.ANY;
    }
    return path.contains("ermission") ? exact(data.method(), path, part) : null;
  }

  private static PermissionCall exact(String method, String path, String[] all) {
    Verb verb = VERBS.get(method);
    if (verb == null || !path.startsWith(ROOT)) {
      return PermissionCall.ANY;
    }
    String[] part = Arrays.copyOfRange(all, 3, all.length);
    if (part[0].equals("namespaces")) {
      return namespace(verb, part);
    }
    String domain = ResourceName.domainOfRoute(part[0]);
    if (domain == null
        || part.length < 5
        || !part[4].equals("permissions")
        || !fits(verb, part, 5)) {
      return PermissionCall.ANY;
    }
    String topic = domain + "://" + part[1] + "/" + part[2] + "/" + part[3];
    String whole = ResourceName.topic(topic).name();
    return new PermissionCall(verb, part[1], whole, part.length == 6 ? part[5] : null);
  }

  private static PermissionCall namespace(Verb verb, String[] part) {
    if (part.length == 2 && verb == Verb.GRANT) {
      return switch (part[1]) {
        case "grantPermissionsOnTopics" -> new PermissionCall(Verb.GRANT, null, null, null);
        case "revokePermissionsOnTopics" -> new PermissionCall(Verb.REVOKE, null, null, null);
        default -> PermissionCall.ANY;
      };
    }
    if (part.length < 4 || !part[3].equals("permissions")) {
      return PermissionCall.ANY;
    }
    String name = part[1] + "/" + part[2];
    if (part.length == 6) {
      String subscription = subscription(verb, part);
      return subscription == null
          ? PermissionCall.ANY
          : new PermissionCall(verb, part[1], name, PermissionCall.subscription(subscription));
    }
    if (!fits(verb, part, 4)) {
      return PermissionCall.ANY;
    }
    return new PermissionCall(verb, part[1], name, part.length == 5 ? part[4] : null);
  }

  /** Granting: {@code subscription/NAME}; revoking: {@code NAME/USER}. */
  private static String subscription(Verb verb, String[] part) {
    return switch (verb) {
      case GRANT -> part[4].equals("subscription") ? part[5] : null;
      case REVOKE -> part[4];
      case LIST -> null;
    };
  }

  /** A listing names no user, a change names one. */
  private static boolean fits(Verb verb, String[] part, int length) {
    return part.length == (verb == Verb.LIST ? length : length + 1);
  }
}
