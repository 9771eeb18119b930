package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.Refusal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.naming.AuthenticationException;
import org.apache.pulsar.common.util.FutureUtil;

/** A refused sign-in, as the exception the broker expects. Never holds the credential. */
public final class RefusedException extends AuthenticationException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;
  private final String principal;

  public RefusedException(Refusal refusal) {
    this(refusal, null);
  }

  /**
   * @param principal the user's name when it is certain, else null
   */
  public RefusedException(Refusal refusal, String principal) {
    super(refusal.text());
    this.refusal = refusal;
    this.principal = principal;
  }

  /** The refusal behind a failed sign-in; an error where it is another failure. */
  public static RefusedException of(Throwable failure) {
    return FutureUtil.unwrapCompletionException(failure) instanceof RefusedException refused
        ? refused
        : new RefusedException(Refusal.ERROR);
  }

  /** Waits for a sign-in, which has a deadline. Any failure is a refusal. */
  public static <T> T await(CompletableFuture<T> signIn) throws RefusedException {
    try {
      return signIn.get();
    } catch (ExecutionException e) {
      throw of(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(Refusal.ERROR);
    }
  }

  public Refusal refusal() {
    return refusal;
  }

  public String principal() {
    return principal;
  }

  /** No stack trace: refusals are frequent, and the reason says where they come from. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
