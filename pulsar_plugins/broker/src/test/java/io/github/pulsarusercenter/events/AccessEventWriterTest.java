package io.github.pulsarusercenter.events;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessEventWriterTest {
  private static final String BOOT = "11111111-2222-3333-4444-555555555555";

  /** What a pipe of Linux holds. */
  private static final int PIPE = 65_536;

  @TempDir Path directory;
  private final AtomicLong now = new AtomicLong(1_000_000);

  private AccessEventWriter writer(int queue, long seconds, long bytes) {
    return writer(queue, new EventFiles(directory, seconds, bytes, 1L << 30, 35, 0));
  }

  private AccessEventWriter writer(int queue, EventFiles files) {
    return new AccessEventWriter(files, "host:8080", BOOT, queue, now::get);
  }

  private AccessEvent event(String user) {
    return new AccessEvent(
        now.get(),
        3,
        "PRODUCE",
        1,
        "GRANTED",
        0,
        user,
        "t1",
        null,
        "10.0.0.1:5",
        "10.0.0.1",
        "test/acme/orders/a\"b\n",
        "topic",
        null,
        new long[] {7, 3},
        new long[] {1, 1},
        5,
        2);
  }

  private List<Path> files(String end) {
    try (var all = Files.list(directory)) {
      return all.filter(path -> path.toString().endsWith(end)).sorted().toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (Path file : files("")) {
      for (String line : text(file).lines().toList()) {
        lines.add(new ObjectMapper().readTree(line));
      }
    }
    lines.sort(java.util.Comparator.comparingLong(line -> line.get("seq").asLong()));
    return lines;
  }

  static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      boolean packed = file.toString().endsWith(".gz");
      byte[] all = packed ? new GZIPInputStream(in).readAllBytes() : in.readAllBytes();
      return new String(all, StandardCharsets.UTF_8);
    }
  }

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
  void laterOnesAreANewLine() throws Exception {
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

  @Test
  void onlyTheOwnerMayRead() throws Exception {
    Path made = directory.resolve("a/b");
    AccessEventWriter writer = writer(16, new EventFiles(made, 300, 1 << 20, 1L << 30, 35, 0));
    writer.start();
    writer.write(event("alice"));
    writer.close();
    assertEquals("rwx------", permissions(made));
    try (var all = Files.list(made)) {
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

  /** The file that is opened next is a device that is always full: every write is refused. */
  @Test
  void aFullDiskCostsEventsUntilThereIsSpaceAgain() throws Exception {
    Path next = directory.resolve("host_8080-" + BOOT + "-1001000.jsonl.open");
    Files.createSymbolicLink(next, Path.of("/dev/full"));
    AccessEventWriter writer = writer(1_000, 10, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    writer.write(event("bob"));
    now.addAndGet(1_000);
    eventually("refused", () -> writer.counts().dropped(Drop.WRITE_FAILED) == 2);
    now.addAndGet(10_000);
    eventually("given up", () -> !Files.exists(next, java.nio.file.LinkOption.NOFOLLOW_LINKS));
    writer.write(event("carol"));
    now.addAndGet(1_000);
    eventually("space again", () -> writer.counts().written() == 1);
    writer.close();
    assertEquals(3, lines().get(0).get("seq").asInt());
    assertEquals(1, lines().size());
  }

  /**
   * The file that is opened next is a pipe that nobody empties: the writer's thread stands still.
   */
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
      assertTrue(writer.counts().dropped(Drop.QUEUE_FULL) > 10_000);
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
    assertEquals(1, writer.counts().dropped(Drop.LOW_SPACE));
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
    assertEquals(1, writer.counts().dropped(Drop.WRITE_FAILED));
    assertEquals(0, writer.counts().written());
    writer.write(event("alice"));
    assertEquals(1, writer.counts().dropped(Drop.CLOSED));
  }

  private static String permissions(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
