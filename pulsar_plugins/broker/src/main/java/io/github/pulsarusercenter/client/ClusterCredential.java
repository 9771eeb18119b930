package io.github.pulsarusercenter.client;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The cluster's credential at the center. The file is read again when the center refuses the
 * credential, so that it can be replaced without restarting the broker. Never printed.
 */
public final class ClusterCredential {
  private final Path file;
  private volatile String value;

  /**
   * @throws IOException when the file can't be read or holds no credential
   */
  public ClusterCredential(Path file) throws IOException {
    this.file = file;
    this.value = read(file);
  }

  /** The credential as it goes into the Authorization header. */
  String value() {
    return value;
  }

  /** Reads the file again; true when it holds another credential. */
  public boolean reload() {
    try {
      String now = read(file);
      boolean changed = !now.equals(value);
      value = now;
      return changed;
    } catch (IOException e) {
      return false;
    }
  }

  /** A key for the given purpose: knowing it does not reveal the credential. */
  public byte[] derive(String purpose) {
    byte[] key = value.getBytes(StandardCharsets.UTF_8);
    return Hashing.hmacSha256(key).hashString(purpose, StandardCharsets.UTF_8).asBytes();
  }

  @Override
  public String toString() {
    return "ClusterCredential(" + file + ")";
  }

  private static String read(Path file) throws IOException {
    String text = Files.readString(file).trim();
    if (!text.matches("[\\x21-\\x7e]{16,512}")) {
      throw new IOException(
          file
              + " (userCenterCredentialFile) holds no cluster credential: put the one line there"
              + " that the center showed when the cluster was registered.");
    }
    return text;
  }
}
