package io.github.pulsarusercenter.snapshot.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files so that the data is completely on the disk on return. */
final class DurableFiles {
  private DurableFiles() {}

  /** Replaces a file atomically: writes a new file, syncs it, renames it. */
  static void replace(Path target, byte[]... parts) throws IOException {
    Files.createDirectories(target.getParent());
    Path aside = Files.createTempFile(target.getParent(), target.getFileName() + ".", ".new");
    try {
      ownerOnly(aside);
      try (FileChannel out = FileChannel.open(aside, StandardOpenOption.WRITE)) {
        write(out, parts);
      }
      move(aside, target);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  /** Cuts the file to {@code length} bytes and appends to it. */
  static void append(Path target, long length, byte[]... parts) throws IOException {
    Files.createDirectories(target.getParent());
    boolean fresh = Files.notExists(target);
    try (FileChannel out =
        FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (fresh) {
        ownerOnly(target);
      }
      out.truncate(length);
      out.position(length);
      write(out, parts);
    }
    if (fresh) {
      sync(target.getParent());
    }
  }

  private static void write(FileChannel out, byte[]... parts) throws IOException {
    for (byte[] part : parts) {
      ByteBuffer buffer = ByteBuffer.wrap(part);
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
    }
    out.force(true);
  }

  private static void ownerOnly(Path path) throws IOException {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    } catch (UnsupportedOperationException e) {
      // No POSIX permissions here; createTempFile has set what the system offers.
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the file system can't replace a file at once", e);
    }
    sync(to.getParent());
  }

  private static void sync(Path folder) {
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException e) {
      // Some systems can't sync a directory; the rename itself is done.
    }
  }
}
