/**
 * What operators see at the broker's /metrics. It may name refusals, reasons and drops. It must not
 * know who counts.
 */
package io.github.pulsarusercenter.metrics;
