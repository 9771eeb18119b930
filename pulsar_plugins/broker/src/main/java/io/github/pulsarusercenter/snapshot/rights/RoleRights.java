package io.github.pulsarusercenter.snapshot.rights;

import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The grants of one role that have a usable authority, found by the name of their place. An entry
 * is a grant, or a {@link GrantsByPrefix} where several are on places of the same name.
 *
 * @param types the types of the places, as bits; a type may stay in it after its last grant is gone
 */
public record RoleRights(Long role, HashTrie<String, Object> places, int types) {
  static final RoleRights NONE = new RoleRights(null, HashTrie.empty(RoleRights::nameOf), 0);

  static RoleRights of(Long role, List<Grant> grants) {
    if (grants.size() == 1) {
      List<Object> entry = List.of(grants.get(0));
      return new RoleRights(role, HashTrie.of(RoleRights::nameOf, entry), types(grants));
    }
    Map<String, List<Grant>> byName = new HashMap<>(grants.size() * 2);
    grants.forEach(
        grant -> byName.computeIfAbsent(grant.name(), name -> new ArrayList<>(1)).add(grant));
    List<Object> entries = new ArrayList<>(byName.size());
    byName.values().forEach(sameName -> entries.add(entry(sameName)));
    return new RoleRights(role, HashTrie.of(RoleRights::nameOf, entries), types(grants));
  }

  /**
   * Adds the grants on one resource to {@code found}, without those that are limited to other names
   * inside it.
   *
   * @param target the resource, or one inside it
   */
  public void at(int type, String name, ResourceName target, Collection<Grant> found) {
    Object entry = (types & 1 << type) == 0 ? null : places.get(name);
    if (entry instanceof Grant grant) {
      if (grant.type() == type
          && (!grant.isPrefixed() || grant.limits().coversName(type, target))) {
        found.add(grant);
      }
    } else if (entry != null) {
      ((GrantsByPrefix) entry).addCovering(type, target, found);
    }
  }

  /** Adds the grants on one resource that are limited to names inside it. */
  public void prefixedAt(int type, String name, Collection<Grant> found) {
    for (Grant grant : grants((types & 1 << type) == 0 ? null : places.get(name))) {
      if (grant.type() == type && grant.isPrefixed()) {
        found.add(grant);
      }
    }
  }

  /** Calls {@code action} for all grants on resources of types below {@code type}. */
  public void forEachBelow(int type, Consumer<Grant> action) {
    if (types >>> type + 1 == 0) {
      return;
    }
    places.forEach(
        entry -> {
          if (entry instanceof Grant grant) {
            if (grant.type() > type) {
              action.accept(grant);
            }
            return;
          }
          for (Grant grant : ((GrantsByPrefix) entry).grants) {
            if (grant.type() > type) {
              action.accept(grant);
            }
          }
        });
  }

  /** A copy without the grants of {@code gone}, then with those of {@code put}. */
  RoleRights with(Long number, Collection<Grant> put, Collection<Grant> gone) {
    Map<String, List<Grant>> changed = new HashMap<>();
    gone.forEach(grant -> changedAt(changed, grant).removeIf(held -> held.id() == grant.id()));
    put.forEach(grant -> changedAt(changed, grant).add(grant));
    List<Object> entries = new ArrayList<>();
    changed.values().stream()
        .filter(sameName -> !sameName.isEmpty())
        .forEach(sameName -> entries.add(entry(sameName)));
    return new RoleRights(number, places.with(entries, changed.keySet()), types | types(put));
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  private List<Grant> changedAt(Map<String, List<Grant>> changed, Grant grant) {
    return changed.computeIfAbsent(
        grant.name(), name -> new ArrayList<>(List.of(grants(places.get(name)))));
  }

  private static int types(Collection<Grant> grants) {
    int types = 0;
    for (Grant grant : grants) {
      types |= 1 << grant.type();
    }
    return types;
  }

  private static Object entry(List<Grant> grants) {
    return grants.size() == 1 ? grants.get(0) : GrantsByPrefix.of(grants);
  }

  private static Grant[] grants(Object entry) {
    if (entry == null) {
      return new Grant[0];
    }
    return entry instanceof Grant grant ? new Grant[] {grant} : ((GrantsByPrefix) entry).grants;
  }

  private static String nameOf(Object entry) {
    return entry instanceof Grant grant ? grant.name() : ((GrantsByPrefix) entry).grants[0].name();
  }
}
