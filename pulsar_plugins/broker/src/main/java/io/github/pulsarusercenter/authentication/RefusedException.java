package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.Refusal;
import javax.naming.AuthenticationException;

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
