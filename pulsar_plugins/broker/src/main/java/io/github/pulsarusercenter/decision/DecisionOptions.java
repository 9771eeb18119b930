package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.vocabulary.Need;

/**
 * Settings of the operator.
 *
 * @param subscriptionTopics reading a topic includes the retry and dead-letter topics of its
 *     subscriptions
 * @param listForTopicHolders who holds a right on one topic may list the topics of its namespace
 * @param listTenants who holds any right in the cluster may list all its tenants
 */
public record DecisionOptions(
    boolean subscriptionTopics, boolean listForTopicHolders, boolean listTenants) {
  /** As the settings are when nobody has set them. */
  public static final DecisionOptions DEFAULTS = new DecisionOptions(true, true, false);

  /** False for an alternative whose setting is off. */
  boolean counts(Need need) {
    return !need.ifTenantsAreListed() || listTenants;
  }
}
