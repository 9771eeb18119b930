package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.Grant;
import io.github.pulsarusercenter.snapshot.rights.Limits;
import io.github.pulsarusercenter.vocabulary.Authorities;
import io.github.pulsarusercenter.vocabulary.Need;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds grants with a right that a sub-account and its main account share at one place (decision
 * 0055). The twin of {@code app/access/sharing.py}.
 */
final class CommonRights {
  private final Evaluation evaluation;
  private final Need need;

  /** The rights to compare: those of the need, or all. */
  private final long wanted;

  private final ResourceName target;
  private final String cluster;

  private CommonRights(Evaluation evaluation, Need need) {
    this.evaluation = evaluation;
    this.need = need;
    long authorities = need.wanted() & ~Authorities.SUPER_USER;
    wanted = authorities == 0 ? ~0L : Authorities.rights(authorities);
    target = evaluation.target;
    cluster = evaluation.snapshot.cluster();
  }

  /**
   * Returns the grants of one account with a right that the other account has too, at the deeper of
   * the two places. Where all of them give the same right at the target, any two share it.
   *
   * @param need the alternative that the grants meet
   * @param grants grants of the one account that meet an alternative of the question
   * @param others grants of the other account that meet it
   */
  static List<Grant> of(Evaluation evaluation, Need need, List<Grant> grants, List<Grant> others) {
    if (need.wanted() != 0 && (need.data() || evaluation.servedTopics().isEmpty())) {
      return grants;
    }
    CommonRights common = new CommonRights(evaluation, need);
    return common.target.type() == ResourceName.TOPIC
        ? common.sharedAtTopic(grants, others)
        : common.sharedInside(grants, others);
  }

  /**
   * For a retry or dead-letter topic, compares rights on the topic itself and on each topic that it
   * may serve.
   */
  private List<Grant> sharedAtTopic(List<Grant> grants, List<Grant> others) {
    List<Grant> found = new ArrayList<>();
    for (Grant grant : grants) {
      if (sharesAt(target, grant, others)
          || evaluation.servedTopics().stream()
              .anyMatch(served -> sharesAt(served.topic(), grant, others))) {
        found.add(grant);
      }
    }
    return found;
  }

  private boolean sharesAt(ResourceName topic, Grant grant, List<Grant> others) {
    long rights = rightsAt(topic, grant);
    for (int i = 0; rights != 0 && i < others.size(); i++) {
      if ((rights & rightsAt(topic, others.get(i))) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The rights that a grant gives at the target or at a served topic. */
  private long rightsAt(ResourceName topic, Grant grant) {
    long rights = rights(grant);
    long direct = reaches(grant, topic, false, null) ? rights : 0;
    long followed = topic == target && follows(grant) ? Authorities.following(rights) : 0;
    return (direct | followed) & wanted;
  }

  private boolean follows(Grant grant) {
    return evaluation.servedTopics().stream()
        .anyMatch(served -> reaches(grant, served.topic(), true, served.subscription()));
  }

  /** Whether the grant is on the topic or above it, and its limits cover it. */
  private static boolean reaches(
      Grant grant, ResourceName topic, boolean needsSubscription, String subscription) {
    return (grant.type() < ResourceName.TOPIC || grant.name().equals(topic.name()))
        && (grant.limits() == null || grant.limits().coversName(grant.type(), topic))
        && (!needsSubscription || grant.coversSubscription(subscription));
  }

  private List<Grant> sharedInside(List<Grant> grants, List<Grant> others) {
    Map<String, TreeSet<String>> prefixes = new HashMap<>();
    grants.forEach(grant -> notePrefix(grant, prefixes));
    others.forEach(grant -> notePrefix(grant, prefixes));
    Map<String, Long> onPlace = new HashMap<>();
    Map<String, Long> below = new HashMap<>();
    for (Grant grant : others) {
      List<String> placesUpward = placesUpward(grant, prefixes);
      onPlace.merge(placesUpward.get(0), rights(grant), (known, more) -> known | more);
      for (String place : placesUpward.subList(1, placesUpward.size())) {
        below.merge(place, rights(grant), (known, more) -> known | more);
      }
    }
    List<Grant> found = new ArrayList<>();
    for (Grant grant : grants) {
      List<String> placesUpward = placesUpward(grant, prefixes);
      long otherRights = below.getOrDefault(placesUpward.get(0), 0L);
      for (String place : placesUpward) {
        otherRights |= onPlace.getOrDefault(place, 0L);
      }
      if ((otherRights & rights(grant)) != 0) {
        found.add(grant);
      }
    }
    return found;
  }

  private static void notePrefix(Grant grant, Map<String, TreeSet<String>> prefixes) {
    if (grant.isPrefixed()) {
      prefixes
          .computeIfAbsent(grant.type() + grant.name(), place -> new TreeSet<>())
          .add(grant.limits().prefix());
    }
  }

  /**
   * The place of a grant and the places above it, as text. The names with one prefix count as a
   * place between the prefix's place and the names directly below it.
   */
  private List<String> placesUpward(Grant grant, Map<String, TreeSet<String>> prefixes) {
    ResourceName place = ResourceName.of(grant.type(), grant.name());
    List<String> placesUpward = new ArrayList<>(ResourceName.TOPIC + 1);
    for (int type = place.type(); type >= ResourceName.ROOT; type--) {
      String placeName = type + place.placeName(type, cluster);
      String own = type == place.type() && grant.isPrefixed() ? grant.limits().prefix() : null;
      addPrefixes(
          prefixes.get(placeName),
          own == null ? Limits.nameBelow(type, place) : own,
          placeName,
          placesUpward);
      placesUpward.add(placeName);
    }
    return placesUpward;
  }

  /** Adds the prefixes that the name begins with, the longest first. */
  private static void addPrefixes(
      TreeSet<String> prefixes, String name, String place, List<String> placesUpward) {
    if (prefixes == null || name == null) {
      return;
    }
    // Of two beginnings of one name the longer comes later in the alphabet.
    prefixes.descendingSet().stream()
        .filter(name::startsWith)
        .forEach(prefix -> placesUpward.add(place + "/" + prefix + "*"));
  }

  private long rights(Grant grant) {
    int deepest = Math.max(grant.type(), target.type());
    long counting = need.wanted() == 0 ? Authorities.reaching(deepest) : ~0L;
    return Authorities.rights(grant.usable() & need.counting() & counting);
  }
}
