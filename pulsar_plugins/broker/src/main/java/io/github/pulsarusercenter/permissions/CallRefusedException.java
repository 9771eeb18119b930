package io.github.pulsarusercenter.permissions;

import java.util.concurrent.CompletionException;

/** A change was refused or failed. Carries an HTTP status and a sentence for the caller. */
public final class CallRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  public CallRefusedException(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /** The cause of a future's failure: this exception or an unexpected one. */
  public static Throwable behind(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  public int status() {
    return status;
  }
}
