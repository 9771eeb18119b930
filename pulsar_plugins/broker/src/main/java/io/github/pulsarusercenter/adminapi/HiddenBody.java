package io.github.pulsarusercenter.adminapi;

import java.util.Set;
import java.util.regex.Pattern;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.policies.data.TenantOperation;

/**
 * Changes that the broker hides from its interceptors. It hides every body whose content type says
 * file ({@code octet-stream}, {@code multipart}), even in a parameter of another type, but still
 * reads it as JSON. It hands them to no filter of ours either, so the provider denies them.
 */
public final class HiddenBody {
  private static final Pattern FILES =
      Pattern.compile("octet-stream|multipart", Pattern.CASE_INSENSITIVE);

  /** By name, because 4.0.0 has no such constants. */
  private static final Set<String> CHANGES = Set.of("CREATE_TENANT", "UPDATE_TENANT");

  /** Shorter than any body that names the source of a shadow topic, by however short a name. */
  private static final int NO_SOURCE = "{'PULSAR.SHADOW_SOURCE':'c'}".length();

  private HiddenBody() {}

  /**
   * Whether a body that the interceptor does not see may name the source of a shadow topic.
   *
   * @param intercepted whether the interceptor sees bodies that are no files
   */
  public static boolean mayNameSource(boolean intercepted, AuthenticationDataSource data) {
    return isFile(data) || (!intercepted && data != null && data.hasDataFromHttp() && isLong(data));
  }

  private static boolean isLong(AuthenticationDataSource data) {
    String length = data.getHttpHeader("Content-Length");
    boolean tooShort =
        length != null && length.matches("\\d{1,9}") && Integer.parseInt(length) < NO_SOURCE;
    return data.getHttpHeader("Transfer-Encoding") != null || (length != null && !tooShort);
  }

  /** Whether a hidden body may name the administrators of a tenant. */
  public static boolean of(TenantOperation operation, AuthenticationDataSource data) {
    return CHANGES.contains(operation.name()) && isFile(data);
  }

  /** Whether the call has such a body. */
  public static boolean isFile(AuthenticationDataSource data) {
    return data != null && isFile(data.getHttpHeader("Content-Type"));
  }

  /** Whether a body of this content type may be hidden. */
  static boolean isFile(String type) {
    return type != null && FILES.matcher(type).find();
  }
}
