/**
 * The metrics that operators see at the broker's /metrics. May name refusals, reasons and drops.
 * Must not know the classes that count.
 */
package io.github.pulsarusercenter.metrics;
