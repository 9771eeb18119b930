/**
 * Encryption keys of one topic: fetched from the center, remembered, forgotten. May use the JDK,
 * Jackson and {@code signin}. Must not know Pulsar, nor write a key anywhere.
 */
package io.github.pulsarusercenter.client.keys;
