package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/**
 * Reads from an HTTP call what the broker does not say: which topic DELETE_TOPIC is about, which
 * namespace DELETE_NAMESPACE. Tried on 4.0.8. Strict: any path that another reader could understand
 * differently yields null, and the question is then asked on the parent, which needs more rights.
 */
public final class HttpTarget {
  private static final String TOPICS = "/admin/v2/";
  private static final String NAMESPACES = "/admin/v2/namespaces/";

  private static final Pattern PLAIN = Pattern.compile("/admin/v[23](/[-=:\\w][-=:.\\w]*)+");
  private static final Pattern LOOK_UPS =
      Pattern.compile("/lookup/v2/topic/[-/\\w]+|/admin/v2/persistent/[-/\\w]+/partitions");
  private static final int ROOT_LENGTH = "/admin/v2/".length();

  private HttpTarget() {}

  /**
   * @param namespace the namespace that the broker asked about, {@code tenant/namespace}
   * @return the full topic name, or null
   */
  static String deletedTopic(SignInData data, String namespace) {
    String[] part = deleted(data, TOPICS);
    // {domain}/{tenant}/{namespace}/{topic}, or the same with /partitions behind it.
    if (part == null || part.length < 4 || part.length > 5) {
      return null;
    }
    boolean domain = part[0].equals("persistent") || part[0].equals("non-persistent");
    boolean whole = part.length == 4 || part[4].equals("partitions");
    boolean same = namespace.equals(part[1] + "/" + part[2]);
    String topic = decoded(part[3]);
    return domain && whole && same && topic != null
        ? part[0] + "://" + namespace + "/" + topic
        : null;
  }

  /**
   * @param tenant the tenant that the broker asked about
   * @return {@code tenant/namespace}, or null
   */
  static String deletedNamespace(SignInData data, String tenant) {
    String[] part = deleted(data, NAMESPACES);
    boolean plain = part != null && part.length == 2 && part[0].equals(tenant);
    return plain && part[1].matches("[-=:.\\w]+") ? tenant + "/" + part[1] : null;
  }

  /**
   * The plain words of a path behind {@code /admin/v2/} or {@code /admin/v3/}.
   *
   * @return null unless every word stands for itself: nothing encoded, nothing empty, no parameters
   */
  static String[] segments(SignInData data) {
    String path = data == null ? null : data.path();
    return path != null && PLAIN.matcher(path).matches()
        ? path.substring(ROOT_LENGTH).split("/")
        : null;
  }

  /**
   * Whether a client looks a topic up to use it: on a binary connection, or by one of the two calls
   * that a client with an http:// address makes.
   *
   * @param data the call; one that is not known is none
   */
  public static boolean isLookUpOfAClient(AuthenticationDataSource data) {
    if (data == null || !data.hasDataFromHttp()) {
      return data != null;
    }
    SignInData ours = SignInData.of(data);
    String path = ours == null || !"GET".equals(ours.method()) ? null : ours.path();
    return path != null && LOOK_UPS.matcher(path).matches();
  }

  /**
   * Whether a topic's policy may be asked for as it is in force ({@code ?applied=true}): what the
   * topic does not say itself is then answered from its namespace and broker.conf.
   *
   * @param data the call; null when it is not known, which may be any call
   */
  public static boolean mayAskForApplied(SignInData data) {
    String query = data == null ? "applied" : data.query();
    // An encoded name might be the same name to the broker.
    return query != null && (query.contains("applied") || query.contains("%"));
  }

  private static String[] deleted(SignInData data, String prefix) {
    String path = data == null || !"DELETE".equals(data.method()) ? null : data.path();
    if (path == null || !path.startsWith(prefix) || path.contains(";") || path.contains("//")) {
      return null;
    }
    return path.substring(prefix.length()).split("/", -1);
  }

  private static String decoded(String segment) {
    // URLDecoder reads + as a blank, as a path does not.
    if (segment.isEmpty() || segment.contains("+")) {
      return null;
    }
    try {
      String once = URLDecoder.decode(segment, StandardCharsets.UTF_8);
      // What is still encoded might be decoded once more by the broker.
      return once.matches("[-=:.\\w]+") ? once : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
