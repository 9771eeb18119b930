package io.github.pulsarusercenter.events;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class AccessEventWriterTest extends WriterSetUp {
  @Test
  void writesOneFlatLineForEachEvent() throws Exception {
    AccessEventWriter writer = writer(100, 300, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    writer.write(event("bob"));
    writer.close();
    JsonNode first = lines().get(0);
    assertEquals(BOOT + "-1", first.get("uid").asText());
    assertEquals("test/acme/orders/a\"b\n", first.get("res").asText());
    assertEquals("[7,3]", first.get("grants").toString());
    assertFalse(first.has("n"));
    assertFalse(first.has("sub"));
    assertEquals(1, first.get("v").asInt());
    assertEquals(2, lines().get(1).get("seq").asInt());
    assertEquals(
        "host_8080-" + BOOT + "-1000000.jsonl", files(".jsonl").get(0).getFileName().toString());
  }

  @Test
  void equalEventsBecomeOneLine() throws Exception {
    AccessEventWriter writer = writer(1_000, 300, 1 << 20);
    writer.start();
    for (int i = 0; i < 50; i++) {
      writer.write(event("alice"));
    }
    now.addAndGet(500);
    writer.write(event("alice"));
    writer.close();
    assertEquals(1, lines().size());
    JsonNode line = lines().get(0);
    assertEquals(51, line.get("n").asInt());
    assertEquals(1_000_000, line.get("time").asLong());
    assertEquals(1_000_500, line.get("t_end").asLong());
  }

  @Test
  void laterEventsAreANewLine() throws Exception {
    AccessEventWriter writer = writer(1_000, 300, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    now.addAndGet(1_000);
    eventually("written", () -> writer.counts().written() == 1);
    writer.write(event("alice"));
    writer.close();
    assertEquals(2, lines().size());
  }

  @Test
  void aFullQueueDropsCountsAndLeavesAGap() throws Exception {
    AccessEventWriter writer = writer(16, 300, 1 << 20);
    for (int i = 0; i < 20; i++) {
      writer.write(event("user" + i));
    }
    assertEquals(4, writer.counts().dropped());
    writer.start();
    now.addAndGet(1_000);
    eventually("written", () -> writer.counts().written() == 16);
    writer.close();
    List<JsonNode> lines = lines();
    assertEquals(16, lines.size());
    assertEquals(20, lines.get(15).get("seq").asInt());
    assertEquals(5, lines.get(0).get("seq").asInt());
  }

  @Test
  void filesRollBySizeAndAreCompressed() throws Exception {
    AccessEventWriter writer = writer(1_000, 300, 500);
    writer.start();
    for (int i = 0; i < 4; i++) {
      long written = i + 1;
      writer.write(event("user" + i));
      now.addAndGet(1_000);
      eventually("written", () -> writer.counts().written() == written);
    }
    eventually("compressed", () -> files(".jsonl.gz").size() >= 2);
    writer.close();
    assertEquals(List.of(), files(".open"));
    assertEquals(4, lines().size());
  }

  @Test
  void filesRollByTime() throws Exception {
    AccessEventWriter writer = writer(1_000, 10, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    now.addAndGet(1_000);
    eventually("written", () -> writer.counts().written() == 1);
    assertEquals(1, files(".open").size());
    now.addAndGet(10_000);
    eventually("rolled", () -> files(".jsonl.gz").size() == 1 && files(".open").isEmpty());
    writer.close();
    assertEquals(1, lines().size());
  }

  /** Time stands still, as after the center's clock was set back. */
  @Test
  void whileTimeStandsStillEventsAreWrittenAndFilesRoll() throws Exception {
    AccessEventWriter writer = writer(1_000, 60, 1 << 20);
    writer.start();
    for (int i = 0; i < 3; i++) {
      long written = i + 1;
      writer.write(event("user" + i));
      passes(10, () -> writer.counts().written() == written);
      passes(60, () -> files(".jsonl.gz").size() == written && files(".open").isEmpty());
    }
    writer.close();
    assertEquals(3, lines().size());
  }

  @Test
  void anOutOfMemoryErrorDoesNotEndTheWriter() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    EventFiles files = new EventFiles(directory, 300, 1 << 20, 1L << 30, 35, 0);
    LongSupplier clock =
        () -> {
          if (turns.incrementAndGet() == 1) {
            throw new OutOfMemoryError("for this test");
          }
          return now.get();
        };
    AccessEventWriter writer = new AccessEventWriter(files, "host:8080", BOOT, 16, clock);
    AccessEvent event = event("alice");
    now.addAndGet(1_000);
    writer.start();
    writer.write(event);
    eventually("written", () -> writer.counts().written() == 1);
    writer.close();
  }

  /** Two files are full within a millisecond. */
  @Test
  void aFileNeverTakesTheNameOfAnother() throws Exception {
    AccessEventWriter writer = writer(1_000, 300, 100);
    AccessEvent[] due = new AccessEvent[5];
    for (int i = 0; i < due.length; i++) {
      due[i] = event("user" + i);
    }
    now.addAndGet(1_000);
    writer.start();
    for (int i = 0; i < due.length; i++) {
      int files = i + 1;
      writer.write(due[i]);
      eventually("full", () -> writer.counts().written() == files && files(".open").isEmpty());
    }
    writer.close();
    assertEquals(5, lines().size());
  }

  /** Moves the monotonic clock, while time stands still, until the condition is true. */
  private void passes(long seconds, java.util.function.BooleanSupplier condition)
      throws InterruptedException {
    eventually(
        "after " + seconds + " s",
        () -> {
          nanos.addAndGet(seconds * 1_000_000_000L);
          return condition.getAsBoolean();
        });
  }

  @Test
  void onlyTheOwnerMayRead() throws Exception {
    Path folder = directory.resolve("a/b");
    AccessEventWriter writer = writer(16, new EventFiles(folder, 300, 1 << 20, 1L << 30, 35, 0));
    writer.start();
    writer.write(event("alice"));
    writer.close();
    assertEquals("rwx------", permissions(folder));
    try (var all = Files.list(folder)) {
      assertEquals(List.of("rw-------"), all.map(AccessEventWriterTest::permissions).toList());
    }
  }

  @Test
  void aGroupThatMayReadTheDirectoryMayReadTheFiles() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x--x"));
    AccessEventWriter writer = writer(16, 300, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    writer.close();
    assertEquals("rw-r-----", permissions(files(".jsonl").get(0)));
  }

  private static String permissions(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
