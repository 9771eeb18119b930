package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.SubscriptionRules;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.ServedTopics.Served;
import java.util.List;
import java.util.Set;

/** Which rule about subscriptions a question breaks. The twin of {@code _broken} in Python. */
final class Subscriptions {
  private Subscriptions() {}

  /**
   * @param own the subscription that the question names; null for none
   * @param served what the target may be a retry or dead-letter topic of
   * @return null when no rule is broken
   */
  static Reason broken(
      SubscriptionRules rules, String user, Question question, String own, List<Served> served) {
    boolean named = question.ofSubscription() && own != null;
    List<String> questionNames = named ? List.of(own) : List.of();
    List<String> servedNames =
        question.ofSubscription() || question.data()
            ? served.stream().map(Served::subscription).toList()
            : List.of();
    if (!isPermitted(rules, user, questionNames) || !isPermitted(rules, user, servedNames)) {
      return Reason.SUBSCRIPTION_NOT_PERMITTED;
    }
    boolean fit = fits(rules, user, questionNames) && fits(rules, user, servedNames);
    return fit ? null : Reason.SUBSCRIPTION_NOT_PREFIXED;
  }

  /** One topic name may belong to several subscriptions; one that is the user's is enough. */
  private static boolean isPermitted(SubscriptionRules rules, String user, List<String> names) {
    boolean ruled = false;
    for (String name : names) {
      Set<String> users = rules.users().get(name);
      if (users != null && users.contains(user)) {
        return true;
      }
      ruled |= users != null;
    }
    return !ruled;
  }

  private static boolean fits(SubscriptionRules rules, String user, List<String> names) {
    return names.isEmpty() || names.stream().anyMatch(name -> rules.fits(user, name));
  }
}
