package io.github.pulsarusercenter.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The grants of one role, found by the name of their place. Only grants that can count are in it.
 * An entry is a grant or, where there are several on places of one name, an array of them.
 */
public final class RoleRights {
  static final RoleRights NONE = new RoleRights(null, HashTrie.empty(RoleRights::nameOf));

  private final Long role;
  private final HashTrie<String, Object> places;

  private RoleRights(Long role, HashTrie<String, Object> places) {
    this.role = role;
    this.places = places;
  }

  static RoleRights of(Long role, List<Grant> grants) {
    if (grants.size() == 1) {
      return new RoleRights(role, HashTrie.of(RoleRights::nameOf, List.of(grants.get(0))));
    }
    Map<String, Object> entries = new HashMap<>(grants.size() * 2);
    grants.forEach(grant -> entries.merge(grant.name(), grant, RoleRights::together));
    return new RoleRights(role, HashTrie.of(RoleRights::nameOf, entries.values()));
  }

  Long role() {
    return role;
  }

  /** The grants on one resource. */
  public void at(int type, String name, Consumer<Grant> action) {
    Object found = places.get(name);
    if (found instanceof Grant grant) {
      if (grant.type() == type) {
        action.accept(grant);
      }
    } else if (found != null) {
      for (Grant grant : (Grant[]) found) {
        if (grant.type() == type) {
          action.accept(grant);
        }
      }
    }
  }

  /** All grants on resources of types below this one. */
  public void forEachBelow(int type, Consumer<Grant> action) {
    places.forEach(
        entry -> {
          if (entry instanceof Grant grant) {
            if (grant.type() > type) {
              action.accept(grant);
            }
            return;
          }
          for (Grant grant : (Grant[]) entry) {
            if (grant.type() > type) {
              action.accept(grant);
            }
          }
        });
  }

  /** A copy without the grants of {@code gone}, then with those of {@code put}. */
  RoleRights with(Long number, Collection<Grant> put, Collection<Grant> gone) {
    Map<String, List<Grant>> changed = new HashMap<>();
    gone.forEach(grant -> here(changed, grant).removeIf(held -> held.id() == grant.id()));
    put.forEach(grant -> here(changed, grant).add(grant));
    List<Object> entries = new ArrayList<>();
    changed.values().stream()
        .filter(some -> !some.isEmpty())
        .forEach(some -> entries.add(entry(some)));
    return new RoleRights(number, places.with(entries, changed.keySet()));
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  private List<Grant> here(Map<String, List<Grant>> changed, Grant grant) {
    return changed.computeIfAbsent(
        grant.name(), name -> new ArrayList<>(List.of(grants(places.get(name)))));
  }

  private static Object entry(List<Grant> grants) {
    return grants.size() == 1 ? grants.get(0) : grants.toArray(new Grant[0]);
  }

  private static Object together(Object some, Object more) {
    List<Grant> all = new ArrayList<>(List.of(grants(some)));
    all.addAll(List.of(grants(more)));
    return entry(all);
  }

  private static Grant[] grants(Object entry) {
    if (entry == null) {
      return new Grant[0];
    }
    return entry instanceof Grant grant ? new Grant[] {grant} : (Grant[]) entry;
  }

  private static String nameOf(Object entry) {
    return entry instanceof Grant grant ? grant.name() : ((Grant[]) entry)[0].name();
  }
}
