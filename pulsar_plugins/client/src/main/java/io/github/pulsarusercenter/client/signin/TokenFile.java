package io.github.pulsarusercenter.client.signin;

import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * A long-lived token in a file, shown while the center has not given one: a broker that starts
 * without the center has an identity all the same.
 */
public final class TokenFile {
  private static final long UNKNOWN_LIFE_SECONDS = 0;

  private final Path file;

  /** Null when no file is named. */
  static TokenFile of(String path) {
    return path == null ? null : new TokenFile(Paths.get(path));
  }

  private TokenFile(Path file) {
    this.file = file;
  }

  AccessToken token() throws SignInException {
    return new AccessToken(
        Secret.inFile("tokenFile", file.toString()).reveal(),
        System.nanoTime(),
        UNKNOWN_LIFE_SECONDS);
  }
}
