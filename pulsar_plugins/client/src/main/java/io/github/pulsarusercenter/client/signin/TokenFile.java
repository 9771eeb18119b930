package io.github.pulsarusercenter.client.signin;

import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * A long-lived token in a file, used until the center has issued one, so that a broker can sign in
 * to other brokers when it starts without the center.
 */
public final class TokenFile {
  private static final long UNKNOWN_LIFE_SECONDS = 0;

  private final Path file;

  /** The file at this path; null for null. */
  static TokenFile of(String path) {
    return path == null ? null : new TokenFile(Paths.get(path));
  }

  private TokenFile(Path file) {
    this.file = file;
  }

  AccessToken token() throws CenterException {
    return new AccessToken(
        Secret.inFile("tokenFile", file.toString()).reveal(),
        System.nanoTime(),
        UNKNOWN_LIFE_SECONDS);
  }
}
