package io.github.pulsarusercenter.snapshot.rights;

/**
 * A token that is refused.
 *
 * @param exp epoch ms when it ends by itself
 */
record Revoked(String jti, long exp) {}
