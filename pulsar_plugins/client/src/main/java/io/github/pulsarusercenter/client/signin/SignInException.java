package io.github.pulsarusercenter.client.signin;

import java.io.IOException;

/** No token could be got. The message says why and what to do; it never holds a secret. */
public final class SignInException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean refused;

  private SignInException(String message, boolean refused) {
    super("user center: " + message);
    this.refused = refused;
  }

  /** It will fail again: wrong secret, disabled user, wrong audience, a file that is not there. */
  static SignInException refused(String message) {
    return new SignInException(message, true);
  }

  /** The center could not be asked, or not now. */
  static SignInException unreachable(String message) {
    return new SignInException(message, false);
  }

  boolean isRefused() {
    return refused;
  }
}
