/**
 * Verifies tokens of the center: keys, signature, claims. May use the snapshot's keys. Must not
 * call the center.
 */
package io.github.pulsarusercenter.token;
