package io.github.pulsarusercenter.client.signin;

/** When the next token is requested. Pure functions: chance is a parameter, a number in [0, 1). */
final class RefreshTimes {
  private static final double EARLIEST = 0.6;
  private static final double SPREAD = 0.2;
  private static final long FIRST_PAUSE = 500;
  private static final long LONGEST_PAUSE = 30_000;
  private static final long FIRST_PAUSE_REFUSED = 30_000;
  private static final long LONGEST_PAUSE_REFUSED = 3_600_000;
  private static final int MOST_DOUBLINGS = 10;

  private RefreshTimes() {}

  /**
   * Between 60 and 80 % of the token's lifetime, so that clients that started together do not ask
   * together, and at least a fifth of the lifetime is left for an outage.
   *
   * @return ms from when the token was requested
   */
  static long refreshAfter(long lifeMillis, double chance) {
    return (long) (lifeMillis * (EARLIEST + SPREAD * chance));
  }

  /**
   * The pause doubles with each failure, and half of it is random. It is much longer after a
   * refusal, because repeated wrong passwords would lock the user.
   *
   * @param failures in a row, at least 1
   * @return ms from the failure
   */
  static long pauseAfter(int failures, boolean refused, double chance) {
    long first = refused ? FIRST_PAUSE_REFUSED : FIRST_PAUSE;
    long longest = refused ? LONGEST_PAUSE_REFUSED : LONGEST_PAUSE;
    long pause = Math.min(longest, first << Math.min(failures - 1, MOST_DOUBLINGS));
    return (long) (pause * (0.5 + chance / 2));
  }
}
