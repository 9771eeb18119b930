/**
 * Access tokens: fetched, kept, renewed before they end; requests to the center. May use the JDK
 * only. Must not know Pulsar, nor write a secret anywhere.
 */
package io.github.pulsarusercenter.client.signin;
