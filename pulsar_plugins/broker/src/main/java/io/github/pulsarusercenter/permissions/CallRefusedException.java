package io.github.pulsarusercenter.permissions;

/** A change was refused or failed. Carries an HTTP status and a sentence for the caller. */
public final class CallRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  public CallRefusedException(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
