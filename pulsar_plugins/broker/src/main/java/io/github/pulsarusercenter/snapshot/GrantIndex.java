package io.github.pulsarusercenter.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** All grants, by id and by role. A changed grant touches only its own role. */
final class GrantIndex {
  static final GrantIndex EMPTY = new GrantIndex(CopyOnChangeMap.empty(), CopyOnChangeMap.empty());

  private final CopyOnChangeMap<Long, Grant> byId;
  private final CopyOnChangeMap<Long, RoleRights> byRole;

  private GrantIndex(CopyOnChangeMap<Long, Grant> byId, CopyOnChangeMap<Long, RoleRights> byRole) {
    this.byId = byId;
    this.byRole = byRole;
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

  void forEach(Consumer<Grant> action) {
    byId.forEach((id, grant) -> action.accept(grant));
  }

  /** A copy without the grants of these ids, then with those of {@code put}. */
  GrantIndex with(Map<Long, Grant> put, Collection<Long> gone) {
    Map<Long, Change> roles = new HashMap<>();
    gone.forEach(id -> taken(roles, byId.get(id)));
    put.forEach(
        (id, grant) -> {
          taken(roles, byId.get(id));
          if (grant.usable() != 0) {
            change(roles, grant).put.add(grant);
          }
        });
    Map<Long, RoleRights> after = new HashMap<>();
    List<Long> empty = new ArrayList<>();
    roles.forEach(
        (role, change) -> {
          RoleRights rights = role(role).with(change.put, change.gone);
          if (rights.isEmpty()) {
            empty.add(role);
          } else {
            after.put(role, rights);
          }
        });
    return new GrantIndex(byId.with(put, gone), byRole.with(after, empty));
  }

  private static void taken(Map<Long, Change> roles, Grant before) {
    if (before != null && before.usable() != 0) {
      change(roles, before).gone.add(before);
    }
  }

  private static Change change(Map<Long, Change> roles, Grant grant) {
    return roles.computeIfAbsent(
        grant.role(), role -> new Change(new ArrayList<>(), new ArrayList<>()));
  }

  private record Change(List<Grant> put, List<Grant> gone) {}
}
