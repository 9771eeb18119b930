package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.Grant;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.SubscriptionRules;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Need;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import io.github.pulsarusercenter.vocabulary.ServedTopics.Served;
import java.util.List;
import java.util.Set;

/**
 * May this principal do that here, and why? A pure function except for withheld places; the twin of
 * {@code app/access/decision.py}. {@code tests/decision_cases} tests both.
 */
public final class DecisionEngine {
  private static final String SYSTEM_NAMESPACE = "pulsar/system";
  private static final String PENDING_ACK = "__transaction_pending_ack";

  private final DecisionOptions options;

  /** Places; grants on them and below them do not count. */
  private volatile Set<String> withheld = Set.of();

  public DecisionEngine(DecisionOptions options) {
    this.options = options;
  }

  /** From now on, grants on these places and below them do not count. */
  public void withhold(Set<String> places) {
    withheld = places;
  }

  /**
   * Answers one question. Bad input is denied and throws nothing.
   *
   * @param principal null or empty when nobody is signed in
   * @param question null counts as unknown
   * @param resource null counts as malformed
   * @param subscription null when the question is about none
   * @param from the caller's address; null when it is not known
   * @param nowMillis epoch ms
   */
  public Decision decide(
      PermissionSnapshot snapshot,
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      IpAddress from,
      long nowMillis) {
    Reason invalidInput = invalidInput(principal, question, resource);
    if (invalidInput != null) {
      return Decision.of(false, invalidInput);
    }
    UserRights user = snapshot.user(principal);
    UserRights main = user == null || user.main() == null ? null : snapshot.user(user.main());
    Reason userDenial = userDenial(user, main, from);
    if (userDenial != null) {
      return Decision.of(false, userDenial);
    }
    var evaluation =
        new Evaluation(snapshot, resource, subscription, from, nowMillis, options, withheld);
    return decide(evaluation, evaluation.userGrants(user), evaluation.userGrants(main), question);
  }

  private static Reason invalidInput(String principal, Question question, ResourceName resource) {
    if (question == null || !question.known()) {
      return Reason.UNKNOWN_OPERATION;
    }
    if (principal == null || principal.isEmpty()) {
      return Reason.NO_PRINCIPAL;
    }
    boolean askable =
        resource != null && !resource.malformed() && question.appliesTo(resource.type());
    return askable ? null : Reason.MALFORMED_NAME;
  }

  /** Why this user may do nothing from this address; null when it may. */
  private static Reason userDenial(UserRights user, UserRights main, IpAddress from) {
    if (user == null) {
      return Reason.UNKNOWN_PRINCIPAL;
    }
    if (!user.isActive()) {
      return Reason.USER_DISABLED;
    }
    // A sub-account can't be a main account.
    boolean isMain = user.main() == null;
    boolean mainMayAct = main != null && main.isActive() && main.main() == null;
    if (!isMain && !mainMayAct) {
      return Reason.MAIN_ACCOUNT_DISABLED;
    }
    boolean inside = user.mayActFrom(from) && (isMain || main.mayActFrom(from));
    return inside ? null : Reason.OUTSIDE_NETWORK;
  }

  private static Decision decide(
      Evaluation evaluation, UserGrants user, UserGrants main, Question question) {
    List<Grant> covering = superUserGrants(evaluation, user, main);
    boolean superUser = !covering.isEmpty();
    if (!superUser && question.isOpenOn(evaluation.target)) {
      return allowed(evaluation, Reason.OPEN_TO_ALL, List.of());
    }
    Reason closedReason = closedReason(evaluation, question);
    if (closedReason != null) {
      return superUser
          ? allowed(evaluation, Reason.SUPER_USER, covering)
          : Decision.denied(closedReason, evaluation.validFrom(), evaluation.validUntil());
    }
    Reason reason = null;
    for (Need need : question.needs()) {
      List<Grant> meeting = meeting(evaluation, user, main, need);
      if (!meeting.isEmpty() && reason != Reason.GRANTED) {
        reason = need.ownSubscription() ? Reason.OWN_SUBSCRIPTION : Reason.GRANTED;
      }
      covering = Evaluation.merged(covering, meeting);
    }
    if (superUser) {
      return allowed(evaluation, Reason.SUPER_USER, covering);
    }
    if (reason != null) {
      Reason brokenRule = brokenRule(evaluation, user, main, question);
      if (brokenRule != null) {
        return Decision.denied(brokenRule, evaluation.validFrom(), evaluation.validUntil());
      }
      return allowed(evaluation, reason, covering);
    }
    Reason why = whyNot(evaluation, user, main, question);
    return Decision.denied(why, evaluation.validFrom(), evaluation.validUntil());
  }

  /** Why the target is closed to all but super users; null when it is open. */
  private static Reason closedReason(Evaluation evaluation, Question question) {
    if (isSystemTopic(evaluation.target)) {
      return Reason.SYSTEM_TOPIC;
    }
    return question.data() && isInvalid(evaluation) ? Reason.RESOURCE_INVALID : null;
  }

  /**
   * Which rule of the namespace keeps the user from the subscription; null when none does. Whoever
   * administers the namespace itself is not bound.
   */
  private static Reason brokenRule(
      Evaluation evaluation, UserGrants user, UserGrants main, Question question) {
    SubscriptionRules rules = evaluation.subscriptionRules();
    if (rules == null) {
      return null;
    }
    String name = user.user().name();
    Reason broken =
        Subscriptions.broken(
            rules, name, question, evaluation.namedSubscription(), evaluation.servedTopics());
    boolean free =
        broken != null
            && evaluation.administersNamespace(user)
            && (main == null || evaluation.administersNamespace(main));
    return free ? null : broken;
  }

  private static Reason whyNot(
      Evaluation evaluation, UserGrants user, UserGrants main, Question question) {
    for (Need need : question.needs()) {
      if (main != null && !evaluation.grantsMeeting(user, need).isEmpty()) {
        return Reason.MAIN_ACCOUNT_LACKS_RIGHT;
      }
    }
    evaluation.openAllWindows();
    for (Need need : question.needs()) {
      if (!meeting(evaluation, user, main, need).isEmpty()) {
        return Reason.GRANT_NOT_IN_FORCE;
      }
    }
    return Reason.NO_GRANT;
  }

  /**
   * The user's grants that meet an alternative; none when the main account does not meet it too.
   */
  private static List<Grant> meeting(
      Evaluation evaluation, UserGrants user, UserGrants main, Need need) {
    List<Grant> found = evaluation.grantsMeeting(user, need);
    if (found.isEmpty() || main == null) {
      return found;
    }
    List<Grant> mainGrants = evaluation.grantsMeeting(main, need.withoutCondition());
    return mainGrants.isEmpty() ? List.of() : CommonRights.of(evaluation, need, found, mainGrants);
  }

  private static List<Grant> superUserGrants(
      Evaluation evaluation, UserGrants user, UserGrants main) {
    List<Grant> found = evaluation.superUserGrants(user);
    if (found.isEmpty() || main == null || !evaluation.superUserGrants(main).isEmpty()) {
      return found;
    }
    return List.of();
  }

  private static boolean isSystemTopic(ResourceName target) {
    if (target.type() != ResourceName.TOPIC) {
      return false;
    }
    String name = target.name();
    int local = name.lastIndexOf('/') + 1;
    return target.namespace().equals(SYSTEM_NAMESPACE)
        || name.startsWith("__", local)
        || name.indexOf(PENDING_ACK, local) >= 0;
  }

  /**
   * True when the target, a place above it, or a topic that it may serve as retry or dead-letter
   * topic is invalid.
   */
  private static boolean isInvalid(Evaluation evaluation) {
    if (!evaluation.snapshot.hasInvalid()) {
      return false;
    }
    for (int type = evaluation.target.type(); type >= ResourceName.TENANT; type--) {
      if (evaluation.snapshot.isInvalid(evaluation.target.placeName(type, ""))) {
        return true;
      }
    }
    for (Served served : evaluation.servedTopics()) {
      if (evaluation.snapshot.isInvalid(served.topic().name())) {
        return true;
      }
    }
    return false;
  }

  private static Decision allowed(Evaluation evaluation, Reason reason, List<Grant> covering) {
    return Decision.allowed(reason, covering, evaluation.validFrom(), evaluation.validUntil());
  }
}
