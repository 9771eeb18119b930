package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.vocabulary.Need;

/**
 * The operator's settings for decisions.
 *
 * @param subscriptionTopics reading a topic includes the retry and dead-letter topics of its
 *     subscriptions
 * @param listForTopicHolders holders of a right on one topic may list the topics of its namespace
 * @param listTenants holders of any right in the cluster may list all its tenants
 */
public record DecisionOptions(
    boolean subscriptionTopics, boolean listForTopicHolders, boolean listTenants) {
  /** The defaults of the settings. */
  public static final DecisionOptions DEFAULTS = new DecisionOptions(true, true, false);

  /** False when the setting that the alternative depends on is off. */
  boolean counts(Need need) {
    return !need.ifTenantsAreListed() || listTenants;
  }
}
