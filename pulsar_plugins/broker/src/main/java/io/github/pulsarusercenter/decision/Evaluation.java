package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.Grant;
import io.github.pulsarusercenter.snapshot.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.UserRights;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One question being decided: who holds what where. Notes every border of a window it came across,
 * so that the answer knows until when it stays the same. Used by one thread, once.
 */
final class Evaluation {
  private static final String RETRY = "-RETRY";
  private static final String DEAD_LETTER = "-DLQ";
  private static final String SEPARATORS = "-_./:";

  final PermissionSnapshot snapshot;
  final ResourceName target;
  private final DecisionOptions options;
  private final String subscription;
  private final long now;
  private final List<ResourceName> served;
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
    this.served = servedTopics();
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

  /** The grants of this user alone that meet one alternative; empty when none does. */
  List<Grant> meeting(UserRights user, Need need) {
    List<Grant> found = new ArrayList<>(2);
    if (need.ownSubscription() && !owns(user.name())) {
      return found;
    }
    if (need.wanted() != 0) {
      at(user, target, need.wanted(), found);
      if (need.onServedTopic() != 0) {
        served.forEach(topic -> at(user, topic, need.onServedTopic(), found));
      }
      return found;
    }
    at(user, target, Authorities.reaching(target.type()), found);
    boolean open = options.listForTopicHolders() || target.type() != ResourceName.NAMESPACE;
    if (need.inside() && open) {
      below(user, found);
    }
    return found;
  }

  /** The grants of authority 4 on the target's cluster or on the root. */
  List<Grant> superUserGrants(UserRights user) {
    List<Grant> found = new ArrayList<>(1);
    at(user, target, Authorities.SUPER_USER, found);
    return found;
  }

  /** Grants on the place or above it, in force, with one of the wanted authorities. */
  private void at(UserRights user, ResourceName place, int wanted, List<Grant> found) {
    // Made once: one for each place would be most of what a decision allocates.
    Consumer<Grant> taking =
        grant -> {
          if ((grant.usable() & wanted) != 0 && isInForce(grant)) {
            found.add(grant);
          }
        };
    for (Long role : user.roles()) {
      var rights = snapshot.role(role);
      for (int type = place.type(); type >= ResourceName.ROOT; type--) {
        rights.at(type, place.placeName(type, snapshot.cluster()), taking);
      }
    }
  }

  /** Grants on anything inside the target. */
  private void below(UserRights user, List<Grant> found) {
    for (Long role : user.roles()) {
      snapshot
          .role(role)
          .forEachBelow(
              target.type(),
              grant -> {
                if (grant.isInside(target, snapshot.cluster()) && isInForce(grant)) {
                  found.add(grant);
                }
              });
    }
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

  /** {@code alice}, {@code alice-billing}, {@code alice.billing} are subscriptions of alice. */
  private boolean owns(String user) {
    return subscription != null
        && subscription.startsWith(user)
        && (subscription.length() == user.length()
            || SEPARATORS.indexOf(subscription.charAt(user.length())) >= 0);
  }

  /** The topics that the target may be {@code <topic>-<subscription>-RETRY} or {@code -DLQ} of. */
  private List<ResourceName> servedTopics() {
    if (!options.subscriptionTopics() || target.type() != ResourceName.TOPIC) {
      return List.of();
    }
    String local = target.localName();
    String suffix =
        local.endsWith(RETRY) ? RETRY : local.endsWith(DEAD_LETTER) ? DEAD_LETTER : null;
    if (suffix == null) {
      return List.of();
    }
    List<ResourceName> topics = new ArrayList<>();
    int last = local.length() - suffix.length() - 1;
    for (int at = local.indexOf('-', 1); at > 0 && at < last; at = local.indexOf('-', at + 1)) {
      ResourceName topic = target.sibling(local.substring(0, at));
      if (!topic.malformed() && !snapshot.isInvalid(topic.name())) {
        topics.add(topic);
      }
    }
    return topics;
  }
}
