package io.github.pulsarusercenter.vocabulary;

import java.net.InetAddress;

/**
 * An IP address as bits. An IPv4 address in the form of IPv6 is that IPv4 address; a scope is cut.
 * Never asks a name service.
 *
 * @param high the first 64 bits; 0 for IPv4
 * @param low the last 64 bits; the 32 bits of IPv4
 */
public record IpAddress(boolean v4, long high, long low) {
  private static final int PARTS = 8;
  private static final long MAPPED = 0xffffL;

  /** The address of a connection; null for null. */
  public static IpAddress of(InetAddress address) {
    if (address == null) {
      return null;
    }
    byte[] bytes = address.getAddress();
    return bytes.length == 4 ? new IpAddress(true, 0, bits(bytes, 0, 4)) : six(bytes);
  }

  /** The address written so; null when it is none. */
  public static IpAddress parse(String text) {
    if (text == null) {
      return null;
    }
    int scope = text.indexOf('%');
    IpAddress found = written(scope < 0 ? text : text.substring(0, scope));
    return found == null || found.v4 ? found : mapped(found.high, found.low);
  }

  /** The same, where an IPv4 address in the form of IPv6 stays one of IPv6, and no scope is cut. */
  static IpAddress written(String text) {
    if (text.indexOf(':') >= 0) {
      return sixOf(text.split(":", -1));
    }
    long four = four(text);
    return four < 0 ? null : new IpAddress(true, 0, four);
  }

  private static IpAddress six(byte[] bytes) {
    return mapped(bits(bytes, 0, 8), bits(bytes, 8, 16));
  }

  private static IpAddress mapped(long high, long low) {
    return high == 0 && low >>> 32 == MAPPED
        ? new IpAddress(true, 0, low & 0xffffffffL)
        : new IpAddress(false, high, low);
  }

  private static long bits(byte[] bytes, int from, int to) {
    long bits = 0;
    for (int i = from; i < to; i++) {
      bits = bits << 8 | bytes[i] & 0xff;
    }
    return bits;
  }

  /** Four numbers without leading zeros; -1 for anything else. */
  private static long four(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return -1;
    }
    long bits = 0;
    for (String part : parts) {
      int number = number(part, 10, 3);
      if (number < 0 || number > 255 || (part.length() > 1 && part.charAt(0) == '0')) {
        return -1;
      }
      bits = bits << 8 | number;
    }
    return bits;
  }

  /**
   * @param texts what stands between the colons; an empty one inside is the gap
   */
  private static IpAddress sixOf(String[] texts) {
    int last = texts.length - 1;
    if (last < 2) {
      return null;
    }
    int gap = 0;
    for (int i = 1; i < last; i++) {
      if (texts[i].isEmpty()) {
        if (gap > 0) {
          return null;
        }
        gap = i;
      }
    }
    // Only next to the gap may an end be empty.
    if ((texts[0].isEmpty() && gap != 1) || (texts[last].isEmpty() && gap != last - 1)) {
      return null;
    }
    boolean four = texts[last].indexOf('.') >= 0;
    int extraParts =
        (four ? 1 : 0) - (texts[0].isEmpty() ? 1 : 0) - (texts[last].isEmpty() ? 1 : 0);
    int missing = PARTS - (texts.length + extraParts - (gap > 0 ? 1 : 0));
    if (gap > 0 ? missing < 1 : missing != 0) {
      return null;
    }
    return merged(texts, gap, missing, four);
  }

  private static IpAddress merged(String[] texts, int gap, int missing, boolean four) {
    long high = 0;
    long low = 0;
    for (int i = 0; i < texts.length; i++) {
      boolean dotted = four && i == texts.length - 1;
      boolean empty = texts[i].isEmpty();
      long bits = dotted ? four(texts[i]) : empty ? 0 : number(texts[i], 16, 4);
      if (bits < 0) {
        return null;
      }
      int parts = dotted ? 2 : !empty ? 1 : i == gap && gap > 0 ? missing : 0;
      for (int part = parts - 1; part >= 0; part--) {
        high = high << 16 | low >>> 48;
        low = low << 16 | (empty ? 0 : bits >>> 16 * part & 0xffff);
      }
    }
    return new IpAddress(false, high, low);
  }

  /** Only ASCII digits; -1 for anything else. */
  private static int number(String text, int radix, int longest) {
    if (text.isEmpty() || text.length() > longest) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      int digit = letter < 128 ? Character.digit(letter, radix) : -1;
      if (digit < 0) {
        return -1;
      }
      number = number * radix + digit;
    }
    return number;
  }

  /** As it is written canonically: small letters, the longest gap of zeros left out. */
  @Override
  public String toString() {
    if (v4) {
      return (low >>> 24) + "." + (low >>> 16 & 255) + "." + (low >>> 8 & 255) + "." + (low & 255);
    }
    int gap = -1;
    int length = 1;
    for (int i = 0; i < PARTS; i++) {
      int zeros = zerosFrom(i);
      if (zeros > length) {
        gap = i;
        length = zeros;
      }
    }
    StringBuilder text = new StringBuilder(39);
    for (int i = 0; i < PARTS; i++) {
      if (i == gap) {
        text.append("::");
        i += length - 1;
      } else {
        text.append(i == 0 || i == gap + length && gap >= 0 ? "" : ":");
        text.append(Long.toHexString(part(i)));
      }
    }
    return text.toString();
  }

  private int zerosFrom(int start) {
    int end = start;
    while (end < PARTS && part(end) == 0) {
      end++;
    }
    return end - start;
  }

  private long part(int at) {
    return (at < 4 ? high : low) >>> 48 - 16 * (at % 4) & 0xffff;
  }
}
