package io.github.pulsarusercenter.permissions;

import java.util.Objects;

/**
 * A call about the permissions of a resource. Unknown parts are null: the broker's question has
 * fewer details than the HTTP call that caused it.
 *
 * @param tenant the tenant concerned
 * @param resource {@code tenant/namespace} or a full topic name without partition
 * @param user the user who gets or loses a permission, or {@link #subscription} that is ruled; also
 *     null for a list
 */
public record PermissionCall(Verb verb, String tenant, String resource, String user) {
  /** The kind of call. */
  public enum Verb {
    GRANT,
    REVOKE,
    LIST
  }

  /** Nothing is known: the call may be about anything. */
  public static final PermissionCall ANY = new PermissionCall(null, null, null, null);

  /** A subscription in the place of a user; no user and no part of a path has such a name. */
  public static String subscription(String name) {
    return "subscription/" + name;
  }

  /** False when a part that both know differs. */
  boolean mayBe(PermissionCall other) {
    return agree(verb, other.verb)
        && agree(tenant, other.tenant)
        && agree(resource, other.resource)
        && agree(user, other.user);
  }

  private static boolean agree(Object part, Object other) {
    return part == null || other == null || Objects.equals(part, other);
  }
}
