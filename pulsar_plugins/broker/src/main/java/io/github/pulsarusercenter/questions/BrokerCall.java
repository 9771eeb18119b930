package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;

/**
 * What a call of the broker asks.
 *
 * @param operation its name in events
 * @param subscription null when the question is about none
 */
public record BrokerCall(
    Question question, String operation, ResourceName resource, String subscription) {
  BrokerCall(Question question, String operation, ResourceName resource) {
    this(question, operation, resource, null);
  }
}
