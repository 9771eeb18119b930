package io.github.pulsarusercenter.decision;

/**
 * Two settings of the operator.
 *
 * @param subscriptionTopics reading a topic includes the retry and dead-letter topics of its
 *     subscriptions
 * @param listForTopicHolders who holds a right on one topic may list the topics of its namespace
 */
public record DecisionOptions(boolean subscriptionTopics, boolean listForTopicHolders) {}
