package io.github.pulsarusercenter.snapshot.rights;

/**
 * A revoked token.
 *
 * @param exp epoch ms when it expires
 */
record Revoked(String jti, long exp) {}
