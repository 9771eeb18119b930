package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.Grant;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
import io.github.pulsarusercenter.vocabulary.Authorities;
import io.github.pulsarusercenter.vocabulary.Need;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import io.github.pulsarusercenter.vocabulary.ServedTopics;
import java.util.ArrayList;
import java.util.List;

/**
 * One question being decided: who holds what where. Notes every border of a window it came across,
 * so that the answer knows until when it stays the same. Used by one thread, once.
 */
final class Evaluation {
  private static final String SEPARATORS = "-_./:";

  final PermissionSnapshot snapshot;
  final ResourceName target;
  private final DecisionOptions options;
  private final String subscription;
  private final long now;
  private List<ResourceName> served;
  private boolean windowsCount = true;
  private long validFrom = Long.MIN_VALUE;
  private long validUntil = Long.MAX_VALUE;

  Evaluation(
      PermissionSnapshot snapshot,
      ResourceName target,
      String subscription,
      long now,
      DecisionOptions options) {
    this.snapshot = snapshot;
    this.target = target;
    this.subscription = subscription;
    this.now = now;
    this.options = options;
  }

  long validFrom() {
    return validFrom;
  }

  long validUntil() {
    return validUntil;
  }

  /** From now on, as if every window were open. */
  void openAllWindows() {
    windowsCount = false;
  }

  /** The user as seen from the target; null for null. */
  Holder holder(UserRights user) {
    return user == null ? null : new Holder(user, reaching(user, target));
  }

  /** The grants of this user alone that meet one alternative; empty when none does. */
  List<Grant> meeting(Holder holder, Need need) {
    if (need.ownSubscription() && !owns(holder.user().name())) {
      return List.of();
    }
    if (!options.counts(need)) {
      return List.of();
    }
    if (need.wanted() == 0) {
      return anyOf(holder, need);
    }
    return withServed(holder, need, inForce(holder.reaching(), need.wanted()));
  }

  private List<Grant> withServed(Holder holder, Need need, List<Grant> direct) {
    List<Grant> found = direct;
    for (ResourceName topic : served()) {
      found = together(found, inForce(reaching(holder.user(), topic), need.onServedTopic()));
    }
    return found;
  }

  private List<Grant> anyOf(Holder holder, Need need) {
    List<Grant> direct = inForce(holder.reaching(), Authorities.reaching(target.type()));
    List<Grant> found = withServed(holder, need, direct);
    boolean open = options.listForTopicHolders() || target.type() != ResourceName.NAMESPACE;
    return need.inside() && open ? together(found, inForce(below(holder.user()), ~0)) : found;
  }

  /** The grants of authority 4 on the target's cluster or on the root. */
  List<Grant> superUserGrants(Holder holder) {
    return inForce(holder.reaching(), Authorities.SUPER_USER);
  }

  /** The user's grants on the place or above it, in force or not. */
  private List<Grant> reaching(UserRights user, ResourceName place) {
    List<Grant> found = new ArrayList<>(4);
    for (Long role : user.roles()) {
      var rights = snapshot.role(role);
      for (int type = place.type(); type >= ResourceName.ROOT; type--) {
        rights.at(type, place.placeName(type, snapshot.cluster()), found);
      }
    }
    return found;
  }

  /** The user's grants on anything inside the target. */
  private List<Grant> below(UserRights user) {
    List<Grant> found = new ArrayList<>();
    for (Long role : user.roles()) {
      snapshot
          .role(role)
          .forEachBelow(
              target.type(),
              grant -> {
                if (grant.isInside(target, snapshot.cluster())) {
                  found.add(grant);
                }
              });
    }
    return found;
  }

  /** Those in force with one of the wanted authorities. */
  private List<Grant> inForce(List<Grant> grants, int wanted) {
    List<Grant> found = List.of();
    for (int i = 0; i < grants.size(); i++) {
      Grant grant = grants.get(i);
      if ((grant.usable() & wanted) != 0 && isInForce(grant)) {
        found = found.isEmpty() ? new ArrayList<>(4) : found;
        found.add(grant);
      }
    }
    return found;
  }

  /** Both; {@code some} is used up. */
  static List<Grant> together(List<Grant> some, List<Grant> more) {
    if (some.isEmpty() || more.isEmpty()) {
      return some.isEmpty() ? more : some;
    }
    some.addAll(more);
    return some;
  }

  private boolean isInForce(Grant grant) {
    if (!windowsCount) {
      return true;
    }
    if (now < grant.from()) {
      validUntil = Math.min(validUntil, grant.from());
      return false;
    }
    if (now >= grant.until()) {
      validFrom = Math.max(validFrom, grant.until());
      return false;
    }
    validFrom = Math.max(validFrom, grant.from());
    validUntil = Math.min(validUntil, grant.until());
    return true;
  }

  /**
   * {@code alice}, {@code alice-billing}, {@code alice.billing} are subscriptions of alice; not
   * where a user of a longer name is meant, such as {@code alice-billing}.
   */
  private boolean owns(String user) {
    return subscription != null
        && subscription.startsWith(user)
        && endsName(user.length())
        && !snapshot.hasUserNamedLike(subscription, user.length() + 1, this::endsName);
  }

  /** True when a name that the subscription begins with may end there. */
  private boolean endsName(int at) {
    return at == subscription.length() || SEPARATORS.indexOf(subscription.charAt(at)) >= 0;
  }

  /** The topics that the target may be the retry or dead-letter topic of; mostly none. */
  List<ResourceName> served() {
    if (served == null) {
      served = options.subscriptionTopics() ? ServedTopics.of(target) : List.of();
    }
    return served;
  }
}
