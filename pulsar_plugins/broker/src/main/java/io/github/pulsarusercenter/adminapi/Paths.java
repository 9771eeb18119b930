package io.github.pulsarusercenter.adminapi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Paths that a server may decode or normalise to another path. */
final class Paths {
  private static final Pattern ODD = Pattern.compile(".*(%|;|/\\.).*");

  private Paths() {}

  /** Whether the path is such a one and may be read as one with this in it. */
  static boolean mayHide(String path, Pattern wanted) {
    try {
      return ODD.matcher(path).matches()
          && wanted.matcher(URLDecoder.decode(path, StandardCharsets.UTF_8)).find();
    } catch (IllegalArgumentException e) {
      return true; // can't be decoded: treat it as disguised, in case the server accepts it
    }
  }
}
