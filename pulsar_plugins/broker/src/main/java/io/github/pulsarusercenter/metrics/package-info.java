/**
 * The metrics that operators see at the broker's /metrics. May use reasons, and the counts of the
 * event writer. Must not change what it counts.
 */
package io.github.pulsarusercenter.metrics;
