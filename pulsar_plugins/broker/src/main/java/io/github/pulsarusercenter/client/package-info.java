/**
 * Calls to the center, bounded in time and size, to one address after the other. It may use
 * settings and metrics. It must not know what an answer means; nobody calls it from Netty's or
 * Jetty's threads.
 */
package io.github.pulsarusercenter.client;
