package io.github.pulsarusercenter.permissions;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OwnChangesTest {
  private final AtomicLong revision = new AtomicLong(6);
  private final OwnChanges changes = new OwnChanges(revision::get, Runnable::run);

  @Test
  void anEnforcedRevisionIsAnsweredAtOnce() {
    assertTrue(changes.reached(6).isDone());
    assertTrue(changes.reached(0).isDone());
  }

  @Test
  void aLaterRevisionIsAwaitedWithoutAThread() throws Exception {
    CompletableFuture<Void> answer = changes.reached(7);
    assertFalse(answer.isDone());
    revision.set(8);
    answer.get(10, TimeUnit.SECONDS);
  }
}
