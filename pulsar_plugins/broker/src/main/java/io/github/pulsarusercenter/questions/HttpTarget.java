package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.WrappedData;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/**
 * Reads from an HTTP call what the broker does not say: the topic of CREATE_TOPIC and DELETE_TOPIC,
 * the namespace of CREATE_NAMESPACE and DELETE_NAMESPACE. Tried on 4.0.8. Strict: a path that
 * another parser could read differently yields null. The question is then asked on the parent,
 * which takes more rights.
 */
public final class HttpTarget {
  private static final Pattern PLAIN = Pattern.compile("/admin/v[23](/[-=:\\w][-=:.\\w]*)+");
  private static final Pattern LOOK_UPS =
      Pattern.compile("/lookup/v2/topic/[-/\\w]+|/admin/v2/persistent/[-/\\w]+/partitions");

  /** What clients send; the rest of a name is encoded. */
  private static final Pattern SEGMENT = Pattern.compile("[-.~!$&'()*,=:@%\\w]+");

  private HttpTarget() {}

  /**
   * @param namespace the namespace that the broker asked about, {@code tenant/namespace}
   * @return the full topic name, or null
   */
  static String deletedTopic(SignInData data, String namespace) {
    return topic(segments(data, "DELETE"), namespace, "partitions");
  }

  /**
   * @param namespace the namespace that the broker asked about, {@code tenant/namespace}
   * @return the full name of the topic that is created, or whose missing partitions are; or null
   */
  static String createdTopic(SignInData data, String namespace) {
    String[] created = segments(data, "PUT");
    return created != null
        ? topic(created, namespace, "partitions")
        : topic(segments(data, "POST"), namespace, "createMissedPartitions");
  }

  private static String topic(String[] part, String namespace, String followedBy) {
    // {domain}/{tenant}/{namespace}/{topic}, optionally followed by one more word.
    if (part == null || part.length < 4 || part.length > 5) {
      return null;
    }
    String domain = ResourceName.domainOfRoute(part[0]);
    boolean whole = part.length == 4 || part[4].equals(followedBy);
    boolean sameNamespace = namespace.equals(part[1] + "/" + part[2]);
    return domain != null && whole && sameNamespace
        ? domain + "://" + namespace + "/" + part[3]
        : null;
  }

  /**
   * @param tenant the tenant that the broker asked about
   * @return {@code tenant/namespace}, or null
   */
  static String deletedNamespace(SignInData data, String tenant) {
    return namespace(segments(data, "DELETE"), tenant);
  }

  /**
   * @param tenant the tenant that the broker asked about
   * @return {@code tenant/namespace}, or null
   */
  static String createdNamespace(SignInData data, String tenant) {
    return namespace(segments(data, "PUT"), tenant);
  }

  private static String namespace(String[] part, String tenant) {
    boolean plain =
        part != null && part.length == 3 && part[0].equals("namespaces") && part[1].equals(tenant);
    return plain ? tenant + "/" + part[2] : null;
  }

  /**
   * The segments of a path after {@code /admin/v2/} or {@code /admin/v3/}, that of a topic decoded.
   *
   * @return null unless the rest of the path is plain: nothing encoded, no empty segment, no
   *     parameters
   */
  static String[] segments(SignInData data) {
    String[] part = data == null ? null : segments(data.path(), PLAIN);
    return part == null ? null : Arrays.copyOfRange(part, 3, part.length);
  }

  /** All segments, the first of them empty; null unless the path without its topic is plain. */
  static String[] segments(String path, Pattern plain) {
    String[] part = path == null ? new String[0] : path.split("/", -1);
    boolean about =
        part.length > 6
            && (ResourceName.domainOfRoute(part[3]) != null || part[3].equals("schemas"));
    String topic = about ? decoded(part[6]) : null;
    if (topic != null) {
      part[6] = "topic";
    }
    String rest = String.join("/", part);
    if (!plain.matcher(rest).matches()) {
      return null;
    }
    part = rest.split("/");
    if (topic != null) {
      part[6] = topic;
    }
    return part;
  }

  /**
   * Whether a client looks a topic up to use it: on a binary connection, or by one of the two calls
   * that a client with an http:// address makes.
   *
   * @param data the call; false when it is unknown
   */
  public static boolean isLookUpOfAClient(AuthenticationDataSource data) {
    SignInData call = SignInData.of(data);
    String path = call == null || !"GET".equals(call.method()) ? null : call.path();
    return path == null
        ? WrappedData.isConnection(SignInData.unwrapped(data))
        : LOOK_UPS.matcher(path).matches();
  }

  /**
   * Whether the call may ask for the applied policy of a topic ({@code ?applied=true}), which
   * includes values of its namespace and broker.conf. Pulsar's own clients always send {@code
   * applied}; only a plain {@code applied=false} surely asks for the topic's own.
   *
   * @param data the call; true when it is null, because an unknown call may be any
   */
  public static boolean mayAskForApplied(SignInData data) {
    String query = data == null ? "applied" : data.query();
    if (query == null) {
      return false;
    }
    String[] applied =
        Arrays.stream(query.split("&"))
            .filter(parameter -> parameter.contains("applied"))
            .toArray(String[]::new);
    // The broker may decode an encoded name to "applied", and of repeated values it takes one.
    boolean own = applied.length == 1 && applied[0].equals("applied=false");
    return query.contains("%") || (applied.length > 0 && !own);
  }

  private static String[] segments(SignInData data, String method) {
    return data != null && method.equals(data.method()) ? segments(data) : null;
  }

  /** The topic's name in its segment of a path; null where two parsers may read two names. */
  private static String decoded(String segment) {
    if (!SEGMENT.matcher(segment).matches()) {
      return null;
    }
    try {
      String once = URLDecoder.decode(segment, StandardCharsets.UTF_8);
      // The broker decodes some paths once more, and what is no UTF-8 has many spellings.
      boolean certain = once.chars().noneMatch(character -> "%+\ufffd".indexOf(character) >= 0);
      return certain && !ResourceName.topic("persistent://any/any/" + once).malformed()
          ? once
          : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
