package io.github.pulsarusercenter.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The handling of closed, forgotten and old files. */
class EventFolderTest {
  private static final long NOW = TimeUnit.DAYS.toMillis(20_000);

  @TempDir Path directory;

  private EventFolder folder(long maxBytes, long maxDays) {
    return new EventFolder(new EventFiles(directory, 300, 1 << 20, maxBytes, maxDays, 0), "host");
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private Path old(String name, long days) throws IOException {
    Path file = file(name, "0123456789");
    return Files.setLastModifiedTime(file, FileTime.fromMillis(NOW - TimeUnit.DAYS.toMillis(days)));
  }

  private List<String> names() throws IOException {
    try (var all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void filesOfADeadStartAreFinishedWithoutTheirHalfLine() throws IOException {
    file("host-dead-1.jsonl.open", "{\"seq\":1}\n{\"seq\":2}\n{\"se");
    folder(1 << 20, 35).finishLeftovers("alive");
    assertEquals(List.of("host-dead-1.jsonl.gz"), names());
    String text = WriterSetUp.text(directory.resolve("host-dead-1.jsonl.gz"));
    assertEquals("{\"seq\":1}\n{\"seq\":2}\n", text);
  }

  @Test
  void aLineLongerThanTheBufferStaysWhole() throws IOException {
    String line = "x".repeat(200_000) + "\n";
    file("host-dead-1.jsonl.open", line + line + "half");
    folder(1 << 20, 35).finishLeftovers("alive");
    String text = WriterSetUp.text(directory.resolve("host-dead-1.jsonl.gz"));
    assertEquals(line + line, text);
  }

  @Test
  void filesOfThisStartAndOfOtherBrokersAreLeftAlone() throws IOException {
    file("host-alive-1.jsonl.open", "{}\n");
    file("host2-dead-1.jsonl.open", "{}\n");
    folder(1 << 20, 35).finishLeftovers("alive");
    assertEquals(List.of("host-alive-1.jsonl.open", "host2-dead-1.jsonl.open"), names());
  }

  /** The finisher was killed between its two steps, and while compressing. */
  @Test
  void leftoversOfAKilledFinisherAreCleanedUp() throws IOException {
    file("host-dead-1.jsonl.open", "{}\n");
    file("host-dead-1.jsonl.gz", "compressed");
    file("host-dead-2.jsonl.open", "{}\n");
    file("host-dead-2.jsonl.gz.new", "half");
    folder(1 << 20, 35).finishLeftovers("alive");
    assertEquals(List.of("host-dead-1.jsonl.gz", "host-dead-2.jsonl.gz"), names());
    assertEquals("compressed", Files.readString(directory.resolve("host-dead-1.jsonl.gz")));
    assertEquals("{}\n", WriterSetUp.text(directory.resolve("host-dead-2.jsonl.gz")));
  }

  @Test
  void theOldestGoWhenAllTogetherAreTooLarge() throws IOException {
    old("host-a-1.jsonl.gz", 3);
    old("host-a-2.jsonl", 2);
    old("host-a-3.jsonl.gz", 1);
    old("host-a-4.jsonl.open", 9);
    old("other-a-1.jsonl.gz", 9);
    EventFolder folder = folder(20, 35);
    folder.deleteOld(NOW);
    assertEquals(
        List.of("host-a-2.jsonl", "host-a-3.jsonl.gz", "host-a-4.jsonl.open", "other-a-1.jsonl.gz"),
        names());
    assertEquals(1, folder.deletedFiles());
    assertEquals(10, folder.deletedBytes());
  }

  @Test
  void filesGoWhenTheyAreTooOld() throws IOException {
    old("host-a-1.jsonl.gz", 36);
    old("host-a-2.jsonl.gz", 34);
    folder(1 << 20, 35).deleteOld(NOW);
    assertEquals(List.of("host-a-2.jsonl.gz"), names());
  }
}
