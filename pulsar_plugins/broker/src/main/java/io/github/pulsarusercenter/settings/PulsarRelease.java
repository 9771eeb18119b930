package io.github.pulsarusercenter.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of Pulsar, such as 4.0.8 or 5.0.0-M1.
 *
 * @param preview true for milestones, candidates and snapshots
 */
public record PulsarRelease(int major, int minor, int patch, boolean preview)
    implements Comparable<PulsarRelease> {
  private static final Pattern FORM = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)(-.*)?.*");
  private static final PulsarRelease UNKNOWN = new PulsarRelease(0, 0, 0, true);

  /** Parses a version; an unknown format is older than all versions. */
  public static PulsarRelease of(String text) {
    Matcher found = FORM.matcher(String.valueOf(text));
    return found.matches()
        ? new PulsarRelease(
            Integer.parseInt(found.group(1)),
            Integer.parseInt(found.group(2)),
            Integer.parseInt(found.group(3)),
            found.group(4) != null)
        : UNKNOWN;
  }

  public boolean isBefore(String version) {
    return compareTo(of(version)) < 0;
  }

  @Override
  public int compareTo(PulsarRelease other) {
    int line = Integer.compare(major * 1_000 + minor, other.major * 1_000 + other.minor);
    return line != 0 ? line : Integer.compare(patch, other.patch);
  }
}
