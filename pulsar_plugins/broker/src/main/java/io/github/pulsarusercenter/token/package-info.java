/**
 * Tokens of the center: keys, signature, claims. It may use the rights' list of revoked tokens and
 * keys. It must not ask the center.
 */
package io.github.pulsarusercenter.token;
