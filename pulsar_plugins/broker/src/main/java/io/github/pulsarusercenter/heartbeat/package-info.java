/**
 * What the broker tells the center about itself: which revision it enforces, what it lost, who is
 * connected. It may use the rights in force, open connections and the client. It must not change
 * any of them.
 */
package io.github.pulsarusercenter.heartbeat;
