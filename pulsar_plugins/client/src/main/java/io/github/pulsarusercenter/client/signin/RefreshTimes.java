package io.github.pulsarusercenter.client.signin;

/** When the next token is asked for. Pure: chance comes in as a number of [0, 1). */
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
   * Somewhere between 60 and 80 % of its life: clients that started together do not ask together,
   * and a fifth of the life is left to outlast an outage.
   *
   * @return ms from when the token was got
   */
  static long refreshAfter(long lifeMillis, double chance) {
    return (long) (lifeMillis * (EARLIEST + SPREAD * chance));
  }

  /**
   * Doubles with each failure, half of it by chance. After a refusal much longer: guesses of a
   * wrong password would lock the user.
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
