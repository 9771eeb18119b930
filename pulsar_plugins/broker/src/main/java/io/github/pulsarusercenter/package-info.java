/**
 * The entry classes, whose names stand in broker.conf and in the interceptor's descriptor. They
 * turn what Pulsar asks into questions and may use everything below. Nothing of ours may use them:
 * their names must never change.
 */
package io.github.pulsarusercenter;
