package io.github.pulsarusercenter.decision;

/**
 * Splits and checks names. Each method answers the names by type number, or null when malformed.
 */
final class NameParser {
  private static final String PARTITION = "-partition-";
  private static final int HIGHEST_CONTROL = 0x9f;

  private NameParser() {}

  static String[] topic(String text) {
    if (text == null || isTooLong(text)) {
      return null;
    }
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

  static String[] namespace(String text) {
    int slash = text == null || isTooLong(text) ? -1 : text.indexOf('/');
    if (slash < 0 || !isPart(text.substring(0, slash)) || !isPart(text.substring(slash + 1))) {
      return null;
    }
    return new String[] {"*", null, text.substring(0, slash), text, null};
  }

  /** What may name a cluster, a tenant or, inside its tenant, a namespace. */
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

  /** {@code orders} of {@code orders-partition-3}; one suffix only is taken. */
  static String withoutPartition(String local) {
    int end = local.length();
    while (end > 0 && isDigit(local.charAt(end - 1))) {
      end--;
    }
    boolean partition =
        end < local.length() && local.startsWith(PARTITION, end - PARTITION.length());
    return partition ? local.substring(0, end - PARTITION.length()) : local;
  }

  private static boolean isLocalName(String local) {
    return !local.isEmpty()
        && !isDots(local)
        && local.codePoints().allMatch(NameParser::isPrintable);
  }

  /** No control character, and no half of a surrogate pair, which no encoding can carry. */
  private static boolean isPrintable(int c) {
    boolean control = c < ' ' || (c >= 0x7f && c <= HIGHEST_CONTROL);
    return !control && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static boolean isDomain(String domain) {
    return domain.equals("persistent") || domain.equals("non-persistent");
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
