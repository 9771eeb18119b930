package io.github.pulsarusercenter.snapshot.disk;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.SnapshotGapException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deltas since the stored snapshot, so that a changed right costs only its own bytes on the
 * disk. Each is one line: a seal, a blank, the delta. A seal covers the seal before it, the first
 * one the snapshot's. Lines therefore can't be changed, left out or put behind another snapshot.
 */
final class ChangeJournal {
  private static final Logger log = LoggerFactory.getLogger(ChangeJournal.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Seal seal;
  private byte[] last = {};
  private long length;

  ChangeJournal(Path file, Seal seal) {
    this.file = file;
    this.seal = seal;
  }

  /** Bytes of the deltas that belong to the stored snapshot. */
  long length() {
    return length;
  }

  /** Begins a journal for a new stored snapshot; the former lines no longer count. */
  void begin(byte[] snapshotSeal) {
    last = snapshotSeal;
    length = 0;
  }

  /** Appends consecutive deltas. They are synced to the disk on return. */
  void append(List<String> deltas) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    byte[] previous = last;
    for (String delta : deltas) {
      byte[] content = delta.getBytes(StandardCharsets.UTF_8);
      previous = seal.of(Seal.CHANGE, previous, content);
      lines.writeBytes(previous);
      lines.write(' ');
      lines.writeBytes(content);
      lines.write('\n');
    }
    DurableFiles.append(file, length, lines.toByteArray());
    last = previous;
    length += lines.size();
  }

  /**
   * Returns the snapshot after the stored deltas. Ignores a last line without a line end, which was
   * being written when the broker died.
   *
   * @throws IOException when a line was changed or does not follow the line before it
   */
  PermissionSnapshot replay(PermissionSnapshot base, byte[] snapshotSeal) throws IOException {
    begin(snapshotSeal);
    byte[] all = content();
    PermissionSnapshot snapshot = base;
    int start = 0;
    for (int end = lineEnd(all, 0); end >= 0; end = lineEnd(all, start)) {
      byte[] line = Arrays.copyOfRange(all, start, end);
      if (!isNext(line)) {
        if (start == 0) {
          log.info("The stored changes belong to an older snapshot than the stored one");
          return base;
        }
        throw new IOException("its changes are damaged from byte " + start + " on");
      }
      snapshot = apply(snapshot, Arrays.copyOfRange(line, Seal.LENGTH + 1, line.length));
      last = Arrays.copyOf(line, Seal.LENGTH);
      start = end + 1;
      length = start;
    }
    return snapshot;
  }

  private byte[] content() throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return new byte[0];
    }
  }

  private static int lineEnd(byte[] all, int from) {
    for (int i = from; i < all.length; i++) {
      if (all[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private boolean isNext(byte[] line) {
    if (line.length <= Seal.LENGTH) {
      return false;
    }
    byte[] content = Arrays.copyOfRange(line, Seal.LENGTH + 1, line.length);
    return seal.isOf(Arrays.copyOf(line, Seal.LENGTH), Seal.CHANGE, last, content);
  }

  private static PermissionSnapshot apply(PermissionSnapshot before, byte[] delta)
      throws IOException {
    try {
      return before.apply(JSON.readTree(delta));
    } catch (SnapshotGapException e) {
      throw new IOException("its changes have a gap", e);
    }
  }
}
