package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;

/**
 * Where principals ask from, as far as a connection or call shows it for certain, and what their
 * token is narrowed to.
 */
@FunctionalInterface
public interface Origin {
  /** The address that this principal asks from; null when it is not known. */
  IpAddress from(String principal);

  /** What this principal's token may be used for; null: for all that the principal may. */
  default TokenScope scope(String principal) {
    return null;
  }
}
