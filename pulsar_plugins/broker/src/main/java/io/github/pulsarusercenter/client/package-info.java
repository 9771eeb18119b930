/**
 * Calls to the center, bounded in time and size, to one address after the other. May use settings
 * and metrics. Must not know what an answer means. Must not be called on Netty's or Jetty's
 * threads.
 */
package io.github.pulsarusercenter.client;
