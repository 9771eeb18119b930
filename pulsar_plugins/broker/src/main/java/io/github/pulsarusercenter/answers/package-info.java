/**
 * Answers a question: decides, counts, logs and writes an access event. May use the rights in
 * force, the decision, who calls, events and metrics. Must not know its callers, nor wait for
 * anything.
 */
package io.github.pulsarusercenter.answers;
