package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * What a change of the rights can concern, so that only these connections need to be checked.
 *
 * @param everything true when the change may concern any user: a fresh snapshot, or rights that
 *     became too old. The sets then have no meaning
 * @param users names of users that were changed or removed
 * @param roles roles with a grant that was changed or removed
 * @param places names of resources that became invalid
 * @param signIns true when tokens were revoked or a signing key was removed
 */
public record ChangeScope(
    boolean everything, Set<String> users, Set<Long> roles, Set<String> places, boolean signIns) {
  public static final ChangeScope EVERYTHING =
      new ChangeScope(true, Set.of(), Set.of(), Set.of(), true);

  /**
   * @param delta as the center sends it
   * @param roleOf the role of a grant in the rights before the delta, or null
   */
  static ChangeScope by(JsonNode delta, LongFunction<Long> roleOf) {
    JsonNode set = delta.path("set");
    JsonNode gone = delta.path("gone");
    Set<String> users = new HashSet<>();
    Fields.list(set, "users").forEach(user -> users.add(Fields.text(user, "name")));
    Fields.list(gone, "users").forEach(name -> users.add(name.asText()));
    Set<Long> roles = new HashSet<>();
    Fields.list(set, "grants")
        .forEach(
            grant -> {
              roles.add(Fields.number(grant, "role"));
              add(roles, roleOf.apply(Fields.number(grant, "id")));
            });
    Fields.list(gone, "grants").forEach(id -> add(roles, roleOf.apply(id.asLong(-1))));
    Set<String> places = new HashSet<>();
    Fields.list(set, "invalid").forEach(name -> places.add(name.asText()));
    // New and changed rules may end open uses; removed rules end none.
    Fields.list(set, "subscription_rules")
        .forEach(rules -> places.add(Fields.text(rules, "namespace")));
    boolean signIns =
        Fields.list(set, "revoked").iterator().hasNext()
            || Fields.list(gone, "keys").iterator().hasNext();
    return new ChangeScope(false, users, roles, places, signIns);
  }

  private static void add(Set<Long> roles, Long role) {
    if (role != null) {
      roles.add(role);
    }
  }
}
