package io.github.pulsarusercenter.adminapi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Paths that a server may decode or normalise to another path. */
final class Paths {
  private static final Pattern ODD = Pattern.compile(".*(%|;|/\\.).*");

  private Paths() {}

  /** Whether a server may read the path as one that contains {@code wanted}. */
  static boolean mayHide(String path, Pattern wanted) {
    try {
      return ODD.matcher(path).matches()
          && wanted.matcher(URLDecoder.decode(path, StandardCharsets.UTF_8)).find();
    } catch (IllegalArgumentException e) {
      return true; // can't be decoded: treat it as disguised, in case the server accepts it
    }
  }
}
