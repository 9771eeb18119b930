package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;

/**
 * The addresses of principals, as far as a connection or call shows them for certain, and the
 * scopes of their tokens.
 */
@FunctionalInterface
public interface Origin {
  /** The address of this principal; null when it is not known. */
  IpAddress from(String principal);

  /** What this principal's token may be used for; null: for all that the principal may. */
  default TokenScope scope(String principal) {
    return null;
  }
}
