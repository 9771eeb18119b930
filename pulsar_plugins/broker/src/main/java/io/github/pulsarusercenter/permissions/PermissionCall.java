package io.github.pulsarusercenter.permissions;

import java.util.Objects;

/**
 * What somebody asks of the permissions of a resource. Each part is null where it is not known: a
 * question of the broker says less than the call that it is asked for.
 *
 * @param tenant the tenant concerned
 * @param resource {@code tenant/namespace} or a full topic name without partition
 * @param user who is to get or lose something; null for a list too
 */
public record PermissionCall(Verb verb, String tenant, String resource, String user) {
  /** What is asked. */
  public enum Verb {
    GRANT,
    REVOKE,
    LIST
  }

  /** Nothing is known: it may be about anything. */
  public static final PermissionCall ANY = new PermissionCall(null, null, null, null);

  /** True unless something known on both sides differs. */
  boolean mayBe(PermissionCall other) {
    return agree(verb, other.verb)
        && agree(tenant, other.tenant)
        && agree(resource, other.resource)
        && agree(user, other.user);
  }

  private static boolean agree(Object one, Object other) {
    return one == null || other == null || Objects.equals(one, other);
  }
}
