package io.github.pulsarusercenter.events;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A disk that is full, hangs or can't be written loses events and never blocks the broker. */
class FullAndSlowDisksTest extends WriterSetUp {
  /** Bytes that a Linux pipe holds. */
  private static final int PIPE = 65_536;

  /** The next file is a device that is always full: every write fails. */
  @Test
  void aFullDiskCostsEventsUntilThereIsSpaceAgain() throws Exception {
    Path next = directory.resolve("host_8080-" + BOOT + "-1001000.jsonl.open");
    Files.createSymbolicLink(next, Path.of("/dev/full"));
    AccessEventWriter writer = writer(1_000, 10, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    writer.write(event("bob"));
    now.addAndGet(1_000);
    eventually("refused", () -> writer.counts().dropped(DropReason.WRITE_FAILED) == 2);
    now.addAndGet(10_000);
    eventually("given up", () -> !Files.exists(next, java.nio.file.LinkOption.NOFOLLOW_LINKS));
    writer.write(event("carol"));
    now.addAndGet(1_000);
    eventually("space again", () -> writer.counts().written() == 1);
    writer.close();
    assertEquals(3, lines().get(0).get("seq").asInt());
    assertEquals(1, lines().size());
  }

  /** The next file is a pipe that nobody reads, so the writer's thread blocks. */
  @Test
  void aDiskThatStandsStillNeverHoldsUpTheBroker() throws Exception {
    Path pipe = directory.resolve("host_8080-" + BOOT + "-1001000.jsonl.open");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    AccessEventWriter writer = writer(16, 300, 1 << 20);
    try (var reader = new java.io.RandomAccessFile(pipe.toFile(), "rw")) {
      reader.write(new byte[PIPE]);
      AccessEvent due = event("first");
      now.addAndGet(1_000);
      writer.start();
      writer.write(due);
      Thread broker = new Thread(() -> manyEvents(writer));
      broker.start();
      broker.join(20_000);
      assertFalse(broker.isAlive(), "the broker's thread was held up");
      assertEquals(0, writer.counts().written());
      assertTrue(writer.counts().dropped(DropReason.QUEUE_FULL) > 10_000);
      Thread drain = new Thread(() -> drain(reader));
      drain.setDaemon(true);
      drain.start();
      now.addAndGet(1_000);
      eventually("going on", () -> writer.counts().written() > 10 && writer.queued() == 0);
      writer.close();
    }
  }

  private void manyEvents(AccessEventWriter writer) {
    for (int i = 0; i < 20_000; i++) {
      writer.write(event("user" + i));
    }
  }

  private static void drain(java.io.RandomAccessFile pipe) {
    byte[] buffer = new byte[1 << 16];
    try {
      while (pipe.read(buffer) >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      // Closed at the end of the test.
    }
  }

  @Test
  void nothingIsWrittenWhileTheDiskHasTooLittleFree() throws Exception {
    EventFiles never = new EventFiles(directory, 300, 1 << 20, 1L << 30, 35, Long.MAX_VALUE);
    AccessEventWriter writer = writer(16, never);
    writer.start();
    writer.write(event("alice"));
    writer.close();
    assertEquals(1, writer.counts().dropped(DropReason.LOW_SPACE));
    assertEquals(List.of(), files(""));
  }

  @Test
  void aDirectoryThatCanNotBeWrittenOnlyCostsEvents() throws Exception {
    Path file = directory.resolve("file");
    Files.writeString(file, "");
    AccessEventWriter writer = writer(100, new EventFiles(file, 300, 1 << 20, 1L << 30, 35, 0));
    writer.start();
    writer.write(event("alice"));
    writer.close();
    assertEquals(1, writer.counts().dropped(DropReason.WRITE_FAILED));
    assertEquals(0, writer.counts().written());
    writer.write(event("alice"));
    assertEquals(1, writer.counts().dropped(DropReason.CLOSED));
  }
}
