/**
 * Sign-in of Pulsar's Java client at a center: the class that client.conf names. May use Pulsar's
 * client interfaces and {@code signin}. Its name must never change.
 */
package io.github.pulsarusercenter.client;
