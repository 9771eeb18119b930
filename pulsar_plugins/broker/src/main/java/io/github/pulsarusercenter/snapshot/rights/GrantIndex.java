package io.github.pulsarusercenter.snapshot.rights;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** All grants, by id and by role. A changed grant touches only its own role. */
record GrantIndex(HashTrie<Long, Grant> byId, HashTrie<Long, RoleRights> byRole) {
  private static final HashTrie<Long, Grant> NO_GRANTS = HashTrie.empty(Grant::id);
  static final GrantIndex EMPTY = new GrantIndex(NO_GRANTS, HashTrie.empty(RoleRights::role));

  /** Builds the index of all grants at once. Of two with the same id the later counts. */
  static GrantIndex of(Collection<Grant> all) {
    HashTrie<Long, Grant> byId = HashTrie.of(Grant::id, all);
    Map<Long, List<Grant>> roles = new HashMap<>();
    byId.forEach(
        grant -> {
          if (grant.usable() != 0) {
            roles.computeIfAbsent(grant.role(), role -> new ArrayList<>(4)).add(grant);
          }
        });
    List<RoleRights> rights = new ArrayList<>(roles.size());
    roles.forEach((role, grants) -> rights.add(RoleRights.of(role, grants)));
    return new GrantIndex(byId, HashTrie.of(RoleRights::role, rights));
  }

  RoleRights role(Long role) {
    RoleRights found = byRole.get(role);
    return found == null ? RoleRights.NONE : found;
  }

  /** The role that holds the grant, or null when there is no such grant. */
  Long roleOf(long id) {
    Grant found = byId.get(id);
    return found == null ? null : found.role();
  }

  /** The grant of this id, or null. */
  Grant get(Long id) {
    return byId.get(id);
  }

  /** All grants, sorted by id. */
  List<Grant> sorted() {
    List<Grant> all = new ArrayList<>();
    byId.forEach(all::add);
    all.sort(Comparator.comparingLong(Grant::id));
    return all;
  }

  void forEach(Consumer<Grant> action) {
    byId.forEach(action);
  }

  /** A copy without the grants of these ids, then with those of {@code put}. */
  GrantIndex with(Collection<Grant> put, Collection<Long> gone) {
    Map<Long, Grant> fresh = new HashMap<>();
    put.forEach(grant -> fresh.put(grant.id(), grant));
    Map<Long, RoleChange> roles = new HashMap<>();
    gone.forEach(id -> removeFromRole(roles, byId.get(id)));
    fresh.forEach(
        (id, grant) -> {
          removeFromRole(roles, byId.get(id));
          if (grant.usable() != 0) {
            change(roles, grant).put.add(grant);
          }
        });
    List<RoleRights> after = new ArrayList<>();
    List<Long> empty = new ArrayList<>();
    roles.forEach(
        (role, change) -> {
          RoleRights rights = role(role).with(role, change.put, change.gone);
          if (rights.isEmpty()) {
            empty.add(role);
          } else {
            after.add(rights);
          }
        });
    return new GrantIndex(byId.with(fresh.values(), gone), byRole.with(after, empty));
  }

  private static void removeFromRole(Map<Long, RoleChange> roles, Grant before) {
    if (before != null && before.usable() != 0) {
      change(roles, before).gone.add(before);
    }
  }

  private static RoleChange change(Map<Long, RoleChange> roles, Grant grant) {
    return roles.computeIfAbsent(
        grant.role(), role -> new RoleChange(new ArrayList<>(), new ArrayList<>()));
  }

  private record RoleChange(List<Grant> put, List<Grant> gone) {}
}
