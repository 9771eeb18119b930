package io.github.pulsarusercenter.snapshot;

/**
 * A token that is refused.
 *
 * @param exp epoch ms when it ends by itself
 */
record Revoked(String jti, long exp) {}
