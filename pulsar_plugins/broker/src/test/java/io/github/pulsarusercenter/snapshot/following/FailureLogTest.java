package io.github.pulsarusercenter.snapshot.following;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.pulsarusercenter.RecordingLogger;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailureLogTest {
  private static final String AWAY =
      "The user center can't be followed (away); revision 7 stays in force, trying again";
  private static final String AGAIN = "The user center is followed again, revision 8 is in force";

  private final RecordingLogger lines = new RecordingLogger();
  private final AtomicLong nanos = new AtomicLong(1);
  private final FailureLog log = new FailureLog(lines, nanos::get);

  private void away(long afterSeconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(afterSeconds));
    log.failed("away", 7);
  }

  @Test
  void theSameFailureIsLoggedOnceAMinute() {
    away(0);
    away(1);
    away(58);
    assertEquals(List.of(AWAY), lines.all);
    away(1);
    assertEquals(List.of(AWAY, AWAY), lines.all);
  }

  @Test
  void aNewOutageIsLoggedAtOnce() {
    away(0);
    log.heard(8);
    log.heard(8);
    assertEquals(List.of(AWAY, AGAIN), lines.all);
    away(5);
    assertEquals(List.of(AWAY, AGAIN, AWAY), lines.all);
  }

  @Test
  void aFeedThatBreaksAgainAndAgainFillsNoLog() {
    for (int i = 0; i < 20; i++) {
      away(2);
      log.heard(8);
    }
    assertEquals(List.of(AWAY, AGAIN), lines.all);
  }

  @Test
  void aCenterWithoutOutageIsNotLogged() {
    log.heard(8);
    assertEquals(List.of(), lines.all);
  }
}
