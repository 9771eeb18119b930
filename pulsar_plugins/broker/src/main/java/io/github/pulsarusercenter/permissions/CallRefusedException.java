package io.github.pulsarusercenter.permissions;

import java.util.concurrent.CompletionException;

/** Why a change was not made: an HTTP status, and a sentence for who asked for it. */
public final class CallRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  public CallRefusedException(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /** What a future failed with: this, or something else that nobody foresaw. */
  public static Throwable behind(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  public int status() {
    return status;
  }
}
