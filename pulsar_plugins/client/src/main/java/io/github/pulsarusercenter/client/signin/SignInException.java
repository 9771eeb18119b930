package io.github.pulsarusercenter.client.signin;

import java.io.IOException;

/** No token could be obtained. The message says why and what to do; it never holds a secret. */
public final class SignInException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean refused;

  private SignInException(String message, boolean refused) {
    super("user center: " + message);
    this.refused = refused;
  }

  /** A failure that will repeat: wrong secret, disabled user, wrong audience, missing file. */
  static SignInException refused(String message) {
    return new SignInException(message, true);
  }

  /** A failure that may pass: the center could not be reached, or is busy. */
  static SignInException unreachable(String message) {
    return new SignInException(message, false);
  }

  boolean isRefused() {
    return refused;
  }
}
