/**
 * Pulsar's own permission calls, passed on to the center in the caller's name. It may use the
 * client. It must not keep rights: what counts comes back with the next revision.
 */
package io.github.pulsarusercenter.permissions;
