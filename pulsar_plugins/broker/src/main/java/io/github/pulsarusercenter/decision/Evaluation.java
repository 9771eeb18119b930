package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.Grant;
import io.github.pulsarusercenter.snapshot.rights.Limits;
import io.github.pulsarusercenter.snapshot.rights.NetworkList;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.SubscriptionRules;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
import io.github.pulsarusercenter.vocabulary.Authorities;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Need;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import io.github.pulsarusercenter.vocabulary.ServedTopics;
import io.github.pulsarusercenter.vocabulary.ServedTopics.Served;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The evaluation of one question: which grants apply to it. Notes the edges of all windows that it
 * meets, so that the answer knows how long it holds. Used once, by one thread.
 */
final class Evaluation {
  private static final String SEPARATORS = "-_./:";

  final PermissionSnapshot snapshot;
  final ResourceName target;
  private final DecisionOptions options;
  private final Set<String> withheld;
  private final String subscription;
  private final IpAddress from;
  private final long now;
  private List<Served> served;
  private boolean windowsCount = true;
  private long validFrom = Long.MIN_VALUE;
  private long validUntil = Long.MAX_VALUE;

  Evaluation(
      PermissionSnapshot snapshot,
      ResourceName target,
      String subscription,
      IpAddress from,
      long now,
      DecisionOptions options,
      Set<String> withheld) {
    this.snapshot = snapshot;
    this.target = target;
    this.subscription = subscription;
    this.from = from;
    this.now = now;
    this.options = options;
    this.withheld = withheld;
  }

  long validFrom() {
    return validFrom;
  }

  long validUntil() {
    return validUntil;
  }

  /** From now on, counts every window as open. */
  void openAllWindows() {
    windowsCount = false;
  }

  /** The user with its grants that reach the target; null for null. */
  UserGrants userGrants(UserRights user) {
    return user == null ? null : new UserGrants(user, reaching(user, target));
  }

  /** The grants of this user, without its main account, that meet one alternative. */
  List<Grant> grantsMeeting(UserGrants userGrants, Need need) {
    if (!options.counts(need)) {
      return List.of();
    }
    if (need.wanted() == 0) {
      return anyOf(userGrants, need);
    }
    if (need.ownSubscription() && !owns(userGrants.user().name())) {
      return List.of();
    }
    List<Grant> direct = within(need, inForce(userGrants.reaching(), need.wanted()));
    return withServed(userGrants, need, direct);
  }

  /** The subscription that the question names; null for none. */
  String namedSubscription() {
    return subscription == null || subscription.isEmpty() ? null : subscription;
  }

  /** The rules of the target's namespace about subscriptions; null for none. */
  SubscriptionRules subscriptionRules() {
    return target.type() < ResourceName.NAMESPACE
        ? null
        : snapshot.subscriptionRules(target.namespace());
  }

  /**
   * Those of the {@link #reaching} grants that cover the subscription, if the need is about one, or
   * all of them.
   */
  private List<Grant> within(Need need, List<Grant> grants) {
    if (need.everySubscription()) {
      return covering(null, grants);
    }
    return need.ofSubscription() && need.wanted() != 0
        ? covering(namedSubscription(), grants)
        : grants;
  }

  private static List<Grant> covering(String subscription, List<Grant> grants) {
    for (int i = 0; i < grants.size(); i++) {
      if (!grants.get(i).coversSubscription(subscription)) {
        return onlyCovering(subscription, grants);
      }
    }
    return grants;
  }

  /** A new list, because {@link #merged} adds to its lists. */
  private static List<Grant> onlyCovering(String subscription, List<Grant> grants) {
    List<Grant> found = new ArrayList<>(4);
    for (int i = 0; i < grants.size(); i++) {
      if (grants.get(i).coversSubscription(subscription)) {
        found.add(grants.get(i));
      }
    }
    return found;
  }

  private List<Grant> withServed(UserGrants userGrants, Need need, List<Grant> direct) {
    List<Grant> found = direct;
    for (Served served : servedTopics()) {
      List<Grant> onServed =
          inForce(reaching(userGrants.user(), served.topic()), need.onServedTopic());
      found = merged(found, covering(served.subscription(), onServed));
    }
    return found;
  }

  private List<Grant> anyOf(UserGrants userGrants, Need need) {
    List<Grant> direct =
        within(
            need,
            inForce(userGrants.reaching(), Authorities.reaching(target.type()) & need.counting()));
    List<Grant> found = withServed(userGrants, need, direct);
    boolean open = options.listForTopicHolders() || target.type() != ResourceName.NAMESPACE;
    return need.inside() && open
        ? merged(found, inForce(grantsInside(userGrants.user()), need.counting()))
        : found;
  }

  /** Whether the user administers the target's namespace itself, not only names that begin so. */
  boolean administersNamespace(UserGrants userGrants) {
    ResourceName namespace = ResourceName.of(ResourceName.NAMESPACE, target.namespace());
    return !inForce(reaching(userGrants.user(), namespace), Authorities.ADMINISTERING_NAMESPACES)
        .isEmpty();
  }

  /** The grants of authority 4 on the target's cluster or on the root. */
  List<Grant> superUserGrants(UserGrants userGrants) {
    return inForce(userGrants.reaching(), Authorities.SUPER_USER);
  }

  /**
   * The user's grants on the place or above it, in force or not, without those that are limited to
   * other names or withheld.
   */
  private List<Grant> reaching(UserRights user, ResourceName place) {
    List<Grant> found = new ArrayList<>(4);
    int deepest = deepestCounting(place);
    for (Long role : user.roles()) {
      var rights = snapshot.role(role);
      for (int type = deepest; type >= ResourceName.ROOT; type--) {
        rights.at(type, place.placeName(type, snapshot.cluster()), place, found);
      }
    }
    return found;
  }

  /** The type of the deepest place, of this one and those above it, whose grants count. */
  private int deepestCounting(ResourceName place) {
    for (int type = ResourceName.TENANT; !withheld.isEmpty() && type <= place.type(); type++) {
      if (withheld.contains(place.placeName(type, ""))) {
        return type - 1;
      }
    }
    return place.type();
  }

  /** The user's grants on anything inside the target. */
  private List<Grant> grantsInside(UserRights user) {
    List<Grant> found = new ArrayList<>();
    String place = target.placeName(target.type(), snapshot.cluster());
    for (Long role : user.roles()) {
      snapshot.role(role).prefixedAt(target.type(), place, found);
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
    if (!withheld.isEmpty()) {
      found.removeIf(
          grant -> deepestCounting(ResourceName.of(grant.type(), grant.name())) < grant.type());
    }
    return found;
  }

  /**
   * Those of the grants that are in force, let the address in, and have one of the wanted
   * authorities.
   */
  private List<Grant> inForce(List<Grant> grants, long wanted) {
    List<Grant> found = List.of();
    for (int i = 0; i < grants.size(); i++) {
      Grant grant = grants.get(i);
      if ((grant.usable() & wanted) != 0 && letsIn(grant) && isInForce(grant)) {
        found = found.isEmpty() ? new ArrayList<>(4) : found;
        found.add(grant);
      }
    }
    return found;
  }

  private boolean letsIn(Grant grant) {
    Limits limits = grant.limits();
    return limits == null || NetworkList.letIn(limits.networks(), from);
  }

  /** Both lists together; may change and return {@code grants}. */
  static List<Grant> merged(List<Grant> grants, List<Grant> others) {
    if (grants.isEmpty() || others.isEmpty()) {
      return grants.isEmpty() ? others : grants;
    }
    grants.addAll(others);
    return grants;
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
   * Whether the subscription is named after the user: {@code alice}, {@code alice-billing} and
   * {@code alice.billing} are alice's. A subscription belongs to the user with the longest such
   * name, so {@code alice-billing} is not alice's if there is a user {@code alice-billing}.
   */
  private boolean owns(String user) {
    return subscription != null
        && subscription.startsWith(user)
        && endsName(user.length())
        && !snapshot.hasUserNamedLike(subscription, user.length() + 1, this::endsName);
  }

  /** True when a user's name at the beginning of the subscription may end at this index. */
  private boolean endsName(int at) {
    return at == subscription.length() || SEPARATORS.indexOf(subscription.charAt(at)) >= 0;
  }

  /** The topics that the target may serve as retry or dead-letter topic; usually none. */
  List<Served> servedTopics() {
    if (served == null) {
      served = options.subscriptionTopics() ? ServedTopics.withSubscriptions(target) : List.of();
    }
    return served;
  }
}
