package io.github.pulsarusercenter.snapshot;

import io.github.pulsarusercenter.decision.ResourceName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The grants of one role, found by place. Only grants that can count are in it. */
public final class RoleRights {
  static final RoleRights NONE = new RoleRights(emptyPlaces());
  private static final Grant[] NO_GRANTS = {};

  /** By type number: place name → grants there. */
  private final List<CopyOnChangeMap<String, Grant[]>> places;

  private RoleRights(List<CopyOnChangeMap<String, Grant[]>> places) {
    this.places = places;
  }

  /** The grants on one resource; only read. */
  public Grant[] at(int type, String name) {
    Grant[] found = places.get(type).get(name);
    return found == null ? NO_GRANTS : found;
  }

  /** All grants on resources of types below this one. */
  public void forEachBelow(int type, Consumer<Grant> action) {
    for (int lower = type + 1; lower < places.size(); lower++) {
      places.get(lower).forEach((name, found) -> List.of(found).forEach(action));
    }
  }

  /** A copy without the grants of {@code gone}, then with those of {@code put}. */
  RoleRights with(Collection<Grant> put, Collection<Grant> gone) {
    List<Map<String, List<Grant>>> changed = new ArrayList<>();
    places.forEach(type -> changed.add(new HashMap<>()));
    gone.forEach(grant -> here(changed, grant).removeIf(held -> held.id() == grant.id()));
    put.forEach(grant -> here(changed, grant).add(grant));
    List<CopyOnChangeMap<String, Grant[]>> after = new ArrayList<>();
    for (int type = 0; type < places.size(); type++) {
      after.add(replaced(places.get(type), changed.get(type)));
    }
    return new RoleRights(after);
  }

  boolean isEmpty() {
    return places.stream().allMatch(type -> type.size() == 0);
  }

  private List<Grant> here(List<Map<String, List<Grant>>> changed, Grant grant) {
    return changed
        .get(grant.type())
        .computeIfAbsent(
            grant.name(), name -> new ArrayList<>(List.of(at(grant.type(), grant.name()))));
  }

  private static CopyOnChangeMap<String, Grant[]> replaced(
      CopyOnChangeMap<String, Grant[]> before, Map<String, List<Grant>> changed) {
    Map<String, Grant[]> put = new HashMap<>();
    List<String> gone = new ArrayList<>();
    changed.forEach(
        (name, grants) -> {
          if (grants.isEmpty()) {
            gone.add(name);
          } else {
            put.put(name, grants.toArray(NO_GRANTS));
          }
        });
    return before.with(put, gone);
  }

  private static List<CopyOnChangeMap<String, Grant[]>> emptyPlaces() {
    List<CopyOnChangeMap<String, Grant[]>> empty = new ArrayList<>();
    for (int type = ResourceName.ROOT; type <= ResourceName.TOPIC; type++) {
      empty.add(CopyOnChangeMap.empty());
    }
    return empty;
  }
}
