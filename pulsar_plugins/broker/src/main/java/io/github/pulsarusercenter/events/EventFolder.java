package io.github.pulsarusercenter.events;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One broker's files in the directory of access events: sets their permissions, turns closed files
 * into finished ones, and deletes old ones. A finished file appears whole, by a rename, and never
 * changes. Never called on the broker's threads.
 */
final class EventFolder {
  /** Ending of a file that is being written; readers ignore it. */
  static final String OPEN = ".open";

  private static final String GZIP = ".gz";

  /** Ending of a file that is being compressed; no reader's pattern matches it. */
  private static final String TEMPORARY = ".new";

  private static final Logger log = LoggerFactory.getLogger(EventFolder.class);
  private static final int BUFFER = 1 << 16;

  private final EventFiles files;
  private final String prefix;
  private final LongAdder deletedFiles = new LongAdder();
  private final LongAdder deletedBytes = new LongAdder();

  /**
   * @param broker the broker's name in the file names; several brokers may share the directory
   */
  EventFolder(EventFiles files, String broker) {
    this.files = files;
    this.prefix = broker + "-";
  }

  long deletedFiles() {
    return deletedFiles.sum();
  }

  long deletedBytes() {
    return deletedBytes.sum();
  }

  /**
   * Returns the path of a new file; creates the directory.
   *
   * @param now epoch ms, part of the name
   */
  Path next(String boot, long now) throws IOException {
    if (!Files.isDirectory(files.directory())) {
      Files.createDirectories(files.directory(), onlyFor("rwx------"));
    }
    return files.directory().resolve(prefix + boot + "-" + now + ".jsonl" + OPEN);
  }

  /**
   * Opens for appending. A new file is readable by the owner, and by the group if the directory is.
   */
  FileChannel open(Path path) throws IOException {
    Set<StandardOpenOption> append =
        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return FileChannel.open(path, append, onlyFor(groupMayRead() ? "rw-r-----" : "rw-------"));
  }

  /** False while the file system has less than {@code minFreeBytes} free. */
  boolean hasRoom() throws IOException {
    Path existing = Files.isDirectory(files.directory()) ? files.directory() : existingParent();
    FileStore store = Files.getFileStore(existing);
    return store.getUsableSpace() >= files.minFreeBytes();
  }

  /** Replaces a closed file by its compressed form; renames it if compressing fails. */
  void finish(Path open) {
    if (!Files.isRegularFile(open)) {
      // A device or a pipe with such a name: nothing to keep, and reading it might never end.
      delete(open);
      return;
    }
    try {
      compress(open);
    } catch (IOException e) {
      log.warn("{} is not compressed: {}", open, e.toString());
      rename(open);
    }
  }

  /** Makes a closed file a finished one without compressing it. */
  void rename(Path open) {
    try {
      Files.move(open, finished(open));
    } catch (IOException e) {
      log.error("{} stays open until the next start: {}", open, e.toString());
    }
  }

  /** Finishes the files that an earlier run of this broker left open. */
  void finishLeftovers(String boot) {
    for (Path file : ownFiles("*{" + TEMPORARY + ",.jsonl" + OPEN + "}")) {
      String name = file.getFileName().toString();
      if (name.startsWith(prefix + boot)) {
        continue;
      }
      if (name.endsWith(TEMPORARY) || Files.exists(compressed(file))) {
        // Half compressed, or compressed and not yet removed.
        delete(file);
      } else {
        finish(file);
      }
    }
  }

  /**
   * Deletes finished files that are too old, and the oldest ones while their total is too large.
   *
   * @param now epoch ms
   */
  void deleteOld(long now) {
    record FinishedFile(Path path, long size, long time) {}
    List<FinishedFile> oldestFirst = new ArrayList<>();
    long total = 0;
    for (Path file : ownFiles("*.jsonl{," + GZIP + "}")) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        oldestFirst.add(
            new FinishedFile(file, attributes.size(), attributes.lastModifiedTime().toMillis()));
        total += attributes.size();
      } catch (IOException e) {
        log.debug("{} is gone", file, e);
      }
    }
    oldestFirst.sort(Comparator.comparingLong(FinishedFile::time));
    for (FinishedFile file : oldestFirst) {
      boolean tooOld = now - file.time() > TimeUnit.DAYS.toMillis(files.maxDays());
      if (!tooOld && total <= files.maxBytes()) {
        return;
      }
      if (delete(file.path())) {
        total -= file.size();
        deletedFiles.increment();
        deletedBytes.add(file.size());
        log.warn(
            "Access events {} ({} bytes) deleted: {}",
            file.path().getFileName(),
            file.size(),
            tooOld ? "older than userCenterEventsMaxDays" : "more than userCenterEventsMaxBytes");
      }
    }
  }

  private void compress(Path open) throws IOException {
    Path target = compressed(open);
    Path temporary = target.resolveSibling(target.getFileName() + TEMPORARY);
    try {
      try (InputStream in = Files.newInputStream(open);
          FileChannel out = open(temporary)) {
        out.truncate(0);
        GZIPOutputStream packed = new GZIPOutputStream(Channels.newOutputStream(out), BUFFER);
        copyWholeLines(in, packed);
        packed.finish();
        out.force(true);
      }
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    syncDirectory();
    Files.delete(open);
  }

  /** Leaves out a last line without a line end, which a crash may have cut. */
  private static void copyWholeLines(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[BUFFER];
    byte[] unfinished = {};
    for (int size = in.read(buffer); size > 0; size = in.read(buffer)) {
      int end = size;
      while (end > 0 && buffer[end - 1] != '\n') {
        end--;
      }
      if (end > 0) {
        out.write(unfinished);
        out.write(buffer, 0, end);
        unfinished = new byte[0];
      }
      byte[] longer = java.util.Arrays.copyOf(unfinished, unfinished.length + size - end);
      System.arraycopy(buffer, end, longer, unfinished.length, size - end);
      unfinished = longer;
    }
    if (unfinished.length > 0) {
      log.warn("{} bytes of a line without end are left out: a crash?", unfinished.length);
    }
  }

  private void syncDirectory() {
    try (FileChannel directory = FileChannel.open(files.directory(), StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException e) {
      log.debug("Some systems can't sync a directory; the rename itself is done", e);
    }
  }

  private List<Path> ownFiles(String pattern) {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(files.directory())) {
      try (DirectoryStream<Path> all =
          Files.newDirectoryStream(files.directory(), prefix + pattern)) {
        all.forEach(found::add);
      } catch (IOException e) {
        log.warn("{} can't be listed: {}", files.directory(), e.toString());
      }
    }
    return found;
  }

  private boolean groupMayRead() throws IOException {
    try {
      return Files.getPosixFilePermissions(files.directory())
          .contains(PosixFilePermission.GROUP_READ);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  /** The permissions as an attribute; none where the file system has no POSIX permissions. */
  private FileAttribute<?>[] onlyFor(String permissions) throws IOException {
    boolean posix = Files.getFileStore(existingParent()).supportsFileAttributeView("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private Path existingParent() {
    Path path = files.directory();
    while (path.getParent() != null && !Files.exists(path)) {
      path = path.getParent();
    }
    return path;
  }

  private static boolean delete(Path file) {
    try {
      return Files.deleteIfExists(file);
    } catch (IOException e) {
      log.warn("{} can't be deleted: {}", file, e.toString());
      return false;
    }
  }

  private static Path finished(Path open) {
    String name = open.getFileName().toString();
    return open.resolveSibling(name.substring(0, name.length() - OPEN.length()));
  }

  private static Path compressed(Path open) {
    Path plain = finished(open);
    return plain.resolveSibling(plain.getFileName() + GZIP);
  }
}
