package io.github.pulsarusercenter.client;

import java.io.IOException;

/** The center answered with an error. Carries its status and problem code, never a secret. */
public final class CenterException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What a 401 means for a broker that sends its cluster credential. */
  private static final String UNKNOWN_CREDENTIAL_HINT =
      ": it does not know the credential in userCenterCredentialFile. If that was withdrawn, put a"
          + " new one of this cluster there; no restart is needed. If not, the center is not the one"
          + " it was: look whether its database was lost, or this address leads elsewhere";

  private final int status;
  private final String code;

  /**
   * @param status the HTTP status
   * @param code the stable code of the problem document, or "unknown"
   * @param detail the center's explanation, or an empty text
   */
  public CenterException(int status, String code, String detail) {
    this(
        "the center answered " + status + " " + code + (detail.isEmpty() ? "" : ": " + detail),
        status,
        code);
  }

  private CenterException(String message, int status, String code) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /**
   * The change feed was not opened. The reason was not read, because the answer's body may have no
   * end.
   *
   * @param status the HTTP status
   */
  static CenterException feedRefused(int status) {
    String message =
        "the center answered " + status + (status == 401 ? UNKNOWN_CREDENTIAL_HINT : "");
    return new CenterException(message, status, "unknown");
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }
}
