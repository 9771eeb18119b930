package io.github.pulsarusercenter.client;

import java.io.IOException;

/**
 * The center answered, but not with success. Carries its status and problem code, never a secret.
 */
public final class CenterException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;

  /**
   * @param status the HTTP status
   * @param code the stable code of the problem document, or "unknown"
   * @param detail the center's sentence for people, or an empty text
   */
  public CenterException(int status, String code, String detail) {
    super("the center answered " + status + " " + code + (detail.isEmpty() ? "" : ": " + detail));
    this.status = status;
    this.code = code;
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }
}
