package io.github.pulsarusercenter.vocabulary;

/**
 * What a call of the broker asks.
 *
 * @param operation its name in events
 * @param subscription null when the question is about none
 */
public record BrokerCall(
    Question question, String operation, ResourceName resource, String subscription) {
  /** About no subscription. */
  public BrokerCall(Question question, String operation, ResourceName resource) {
    this(question, operation, resource, null);
  }
}
