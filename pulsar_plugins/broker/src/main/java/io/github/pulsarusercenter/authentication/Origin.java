package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.IpAddress;

/** Where principals ask from, as far as a connection or call shows it for certain. */
@FunctionalInterface
public interface Origin {
  /** The address that this principal asks from; null when it is not known. */
  IpAddress from(String principal);
}
