/**
 * Ends open producers, consumers and connections when their right or sign-in is revoked. May use
 * answers and the rights in force. Must not know where rights come from.
 */
package io.github.pulsarusercenter.revocation;
