package io.github.pulsarusercenter.vocabulary;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits and checks names. Each parsing method returns the names by type number, or null when
 * malformed.
 */
final class NameParser {
  private static final String SCALABLE = "topic://";
  private static final String SEGMENT = "segment://";
  private static final Pattern SEGMENT_OF =
      Pattern.compile("(.*)/([0-9a-f]{4})-([0-9a-f]{4})-(?:0|[1-9][0-9]{0,17})", Pattern.DOTALL);
  private static final String PARTITION = "-partition-";
  private static final int HIGHEST_CONTROL = 0x9f;
  private static final int MOST_DIGITS = 10;
  private static final int RADIX = 10;

  private NameParser() {}

  static String[] topic(String given) {
    if (given == null || isTooLong(given)) {
      return null;
    }
    String text = given.startsWith(SEGMENT) ? scalableTopic(given) : given;
    int rest = text.indexOf("://") + 3;
    if (rest < 3 || !isDomain(text.substring(0, rest - 3))) {
      return null;
    }
    int first = text.indexOf('/', rest);
    int second = first < 0 ? -1 : text.indexOf('/', first + 1);
    if (second < 0 || text.indexOf('/', second + 1) >= 0) {
      return null;
    }
    String tenant = text.substring(rest, first);
    String local = withoutPartition(text.substring(second + 1));
    if (!isPart(tenant) || !isPart(text.substring(first + 1, second)) || !isLocalName(local)) {
      return null;
    }
    String canonical = text.substring(0, second + 1) + local;
    return new String[] {"*", null, tenant, text.substring(rest, second), canonical};
  }

  /**
   * {@code topic://acme/orders/created} for its segment {@code
   * segment://acme/orders/created/0000-7fff-1}; empty for what names no segment. A segment is a
   * range of hash values and a number, as Pulsar's {@code TopicName.toString} writes them. Other
   * spellings that Pulsar reads never reach a decision.
   */
  private static String scalableTopic(String segment) {
    Matcher parts = SEGMENT_OF.matcher(segment.substring(SEGMENT.length()));
    return parts.matches() && parts.group(2).compareTo(parts.group(3)) <= 0
        ? SCALABLE + parts.group(1)
        : "";
  }

  static String[] namespace(String text) {
    int slash = text == null || isTooLong(text) ? -1 : text.indexOf('/');
    if (slash < 0 || !isPart(text.substring(0, slash)) || !isPart(text.substring(slash + 1))) {
      return null;
    }
    return new String[] {"*", null, text.substring(0, slash), text, null};
  }

  /** True for a valid name of a cluster or tenant, or of a namespace without its tenant. */
  static boolean isPart(String part) {
    if (part == null || part.isEmpty() || part.length() > ResourceName.MAX_LENGTH || isDots(part)) {
      return false;
    }
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !isDigit(c) && "-=:._".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@code orders} for {@code orders-partition-3}; removes one suffix only. Follows Pulsar's {@code
   * TopicName.getPartitionIndex}: {@code -partition-03} and numbers beyond an int are no suffix.
   * Stricter than Pulsar in one point: only 0 to 9 are digits.
   */
  static String withoutPartition(String local) {
    int start = local.length();
    while (start > 0 && isDigit(local.charAt(start - 1))) {
      start--;
    }
    boolean partition =
        isIndex(local, start) && local.startsWith(PARTITION, start - PARTITION.length());
    return partition ? local.substring(0, start - PARTITION.length()) : local;
  }

  /** True when the digits from {@code start} on are a partition index as Pulsar writes it. */
  private static boolean isIndex(String local, int start) {
    int digits = local.length() - start;
    if (digits == 0 || digits > MOST_DIGITS || (digits > 1 && local.charAt(start) == '0')) {
      return false;
    }
    return Long.parseLong(local, start, local.length(), RADIX) <= Integer.MAX_VALUE;
  }

  private static boolean isLocalName(String local) {
    return !local.isEmpty()
        && !isDots(local)
        && local.codePoints().allMatch(NameParser::isPrintable);
  }

  /** No control character and no lone surrogate, which UTF-8 can't encode. */
  private static boolean isPrintable(int c) {
    boolean control = c < ' ' || (c >= 0x7f && c <= HIGHEST_CONTROL);
    return !control && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static boolean isDomain(String domain) {
    return domain.equals("persistent") || domain.equals("non-persistent") || domain.equals("topic");
  }

  private static boolean isDots(String part) {
    return part.equals(".") || part.equals("..");
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isTooLong(String text) {
    return text.length() > 2 * ResourceName.MAX_LENGTH
        || text.codePointCount(0, text.length()) > ResourceName.MAX_LENGTH;
  }
}
