/**
 * Pulsar's own permission calls, passed on to the center in the caller's name. May use the client.
 * Must not keep rights: the change takes effect with the next revision.
 */
package io.github.pulsarusercenter.permissions;
