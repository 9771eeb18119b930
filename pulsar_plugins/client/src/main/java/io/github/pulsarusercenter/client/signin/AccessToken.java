package io.github.pulsarusercenter.client.signin;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;

/**
 * A token and its lifetime. Times come from System.nanoTime, so neither this machine's clock nor
 * the center's has to be right.
 */
public final class AccessToken implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String value;
  private final transient long requestedNanos;
  private final transient long lifeMillis;

  /**
   * @param requestedNanos System.nanoTime() before the request
   * @param lifeSeconds the center's expires_in
   */
  AccessToken(String value, long requestedNanos, long lifeSeconds) {
    this.value = value;
    this.requestedNanos = requestedNanos;
    this.lifeMillis = TimeUnit.SECONDS.toMillis(lifeSeconds);
  }

  /** The token itself, to be sent. */
  public String reveal() {
    return value;
  }

  long lifeMillis() {
    return lifeMillis;
  }

  long ageMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - requestedNanos);
  }

  boolean isOver() {
    return ageMillis() >= lifeMillis;
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "AccessToken{age=" + ageMillis() + " ms of " + lifeMillis + "}";
  }
}
