package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.Grant;
import io.github.pulsarusercenter.vocabulary.Authorities;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For questions that any right answers: finds grants whose right the sub-account and its main
 * account share at one place (decision 0055). The twin of {@code app/access/sharing.py}.
 */
final class CommonRights {
  private final Evaluation evaluation;
  private final ResourceName target;
  private final String cluster;

  private CommonRights(Evaluation evaluation) {
    this.evaluation = evaluation;
    target = evaluation.target;
    cluster = evaluation.snapshot.cluster();
  }

  /**
   * Returns the grants of one account with a right that the other account has too, at the deeper of
   * the two places.
   *
   * @param some grants of the one account that meet an alternative of the question
   * @param others grants of the other account that meet it
   */
  static List<Grant> of(Evaluation evaluation, List<Grant> some, List<Grant> others) {
    CommonRights common = new CommonRights(evaluation);
    return common.target.type() == ResourceName.TOPIC
        ? common.onTopics(some, others)
        : common.inside(some, others);
  }

  /**
   * For a retry or dead-letter topic, compares rights on the topic itself and on each topic that it
   * may serve.
   */
  private List<Grant> onTopics(List<Grant> some, List<Grant> others) {
    List<Grant> found = new ArrayList<>();
    for (Grant grant : some) {
      if (sharesAt(target, grant, others)
          || evaluation.served().stream().anyMatch(seat -> sharesAt(seat, grant, others))) {
        found.add(grant);
      }
    }
    return found;
  }

  private boolean sharesAt(ResourceName seat, Grant grant, List<Grant> others) {
    int rights = rightsAt(seat, grant);
    for (int i = 0; rights != 0 && i < others.size(); i++) {
      if ((rights & rightsAt(seat, others.get(i))) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The rights that a grant gives at the target or at a served topic. */
  private int rightsAt(ResourceName seat, Grant grant) {
    boolean above = grant.type() < ResourceName.TOPIC;
    int rights = rights(grant);
    int direct = above || grant.name().equals(seat.name()) ? rights : 0;
    boolean follows = seat == target && !evaluation.served().isEmpty();
    return follows && (above || isServed(grant)) ? direct | Authorities.following(rights) : direct;
  }

  private boolean isServed(Grant grant) {
    return evaluation.served().stream().anyMatch(topic -> topic.name().equals(grant.name()));
  }

  private List<Grant> inside(List<Grant> some, List<Grant> others) {
    Map<String, Integer> onPlace = new HashMap<>();
    Map<String, Integer> below = new HashMap<>();
    for (Grant grant : others) {
      List<String> way = way(grant);
      onPlace.merge(way.get(0), rights(grant), (one, more) -> one | more);
      for (String place : way.subList(1, way.size())) {
        below.merge(place, rights(grant), (one, more) -> one | more);
      }
    }
    List<Grant> found = new ArrayList<>();
    for (Grant grant : some) {
      List<String> way = way(grant);
      int theirs = below.getOrDefault(way.get(0), 0);
      for (String place : way) {
        theirs |= onPlace.getOrDefault(place, 0);
      }
      if ((theirs & rights(grant)) != 0) {
        found.add(grant);
      }
    }
    return found;
  }

  /** The place of a grant and the places above it, as text. */
  private List<String> way(Grant grant) {
    ResourceName place = ResourceName.of(grant.type(), grant.name());
    List<String> way = new ArrayList<>(ResourceName.TOPIC + 1);
    for (int type = place.type(); type >= ResourceName.ROOT; type--) {
      way.add(type + place.placeName(type, cluster));
    }
    return way;
  }

  private int rights(Grant grant) {
    int deepest = Math.max(grant.type(), target.type());
    return Authorities.rights(grant.usable() & Authorities.reaching(deepest));
  }
}
