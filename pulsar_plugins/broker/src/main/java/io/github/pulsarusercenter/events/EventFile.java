package io.github.pulsarusercenter.events;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One file of access events. It carries the suffix {@code .open} until it is complete and synced:
 * readers take only files without it.
 */
final class EventFile implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EventFile.class);
  private static final String OPEN = ".open";

  private final Path path;
  private final FileChannel out;
  private final long openedAt;
  private long size;

  /**
   * @param now epoch ms, part of the name
   */
  EventFile(Path directory, String broker, String boot, long now) throws IOException {
    Files.createDirectories(directory);
    this.path = directory.resolve(broker + "-" + boot + "-" + now + ".jsonl" + OPEN);
    this.out = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    this.openedAt = now;
  }

  void append(CharSequence lines) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(java.nio.CharBuffer.wrap(lines));
    long complete = size;
    try {
      while (bytes.hasRemaining()) {
        size += out.write(bytes);
      }
    } catch (IOException e) {
      cutBackTo(complete);
      throw e;
    }
  }

  /** A full disk must not leave half a line in front of the next one. */
  private void cutBackTo(long complete) {
    try {
      out.truncate(complete);
      size = complete;
    } catch (IOException e) {
      log.debug("Can't cut {} back", path, e);
    }
  }

  boolean isFull(long now, long rollMillis, long rollBytes) {
    return size >= rollBytes || now - openedAt >= rollMillis || now < openedAt;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      out.force(true);
    }
    complete(path);
  }

  /** Renames what an earlier boot of this broker left open: its writer is dead. */
  static void completeLeftovers(Path directory, String broker, String boot) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, broker + "-*.jsonl" + OPEN)) {
      for (Path file : files) {
        if (!file.getFileName().toString().contains(boot)) {
          complete(file);
        }
      }
    } catch (IOException e) {
      log.warn("Access event files of an earlier start in {} stay open", directory, e);
    }
  }

  private static void complete(Path file) throws IOException {
    String name = file.getFileName().toString();
    Files.move(file, file.resolveSibling(name.substring(0, name.length() - OPEN.length())));
  }
}
