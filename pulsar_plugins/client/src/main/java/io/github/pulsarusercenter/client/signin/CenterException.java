package io.github.pulsarusercenter.client.signin;

import java.io.IOException;

/** The center gave nothing. The message says why and what to do; it never holds a secret. */
public final class CenterException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean refused;

  private CenterException(String message, boolean refused) {
    super("user center: " + message);
    this.refused = refused;
  }

  /** A failure that will repeat: wrong secret, disabled user, wrong audience, missing file. */
  public static CenterException refused(String message) {
    return new CenterException(message, true);
  }

  /** A failure that may pass: the center could not be reached, or is busy. */
  public static CenterException unreachable(String message) {
    return new CenterException(message, false);
  }

  /** True for a failure that will repeat. */
  public boolean isRefused() {
    return refused;
  }
}
