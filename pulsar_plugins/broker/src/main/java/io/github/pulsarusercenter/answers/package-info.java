/**
 * The answer to a question: decided, counted, logged, written down as an access event. It may use
 * the rights in force, the decision, events and metrics. It must not know who asks for the answer,
 * nor wait for anything.
 */
package io.github.pulsarusercenter.answers;
