package io.github.pulsarusercenter.vocabulary;

/**
 * A network as the bits that its addresses begin with. Written one way only, as Python's {@code
 * ip_network} writes it: {@code 10.0.0.0/8}, {@code 2001:db8::/32}.
 */
public record IpNetwork(IpAddress first, long highMask, long lowMask) {
  private static final IpNetwork MAPPED =
      new IpNetwork(new IpAddress(false, 0, 0xffff00000000L), -1L, -1L << 32);

  /**
   * Null when it is written another way, or is an IPv4 network in the form of IPv6, which contains
   * no address.
   */
  public static IpNetwork parse(String text) {
    int slash = text.indexOf('/');
    IpAddress first = slash < 0 ? null : IpAddress.written(text.substring(0, slash));
    if (first == null) {
      return null;
    }
    int length = length(text.substring(slash + 1), first.v4() ? 32 : 128);
    IpNetwork network = length < 0 ? null : of(first, length);
    boolean canonical = network != null && text.equals(first + "/" + length);
    return canonical && network.hasNoHost() && !network.isMapped(length) ? network : null;
  }

  private static IpNetwork of(IpAddress first, int length) {
    if (first.v4()) {
      return new IpNetwork(first, 0, length == 0 ? 0 : -1L << 32 - length & 0xffffffffL);
    }
    long high = length == 0 ? 0 : length >= 64 ? -1L : -1L << 64 - length;
    long low = length <= 64 ? 0 : -1L << 128 - length;
    return new IpNetwork(first, high, low);
  }

  public boolean contains(IpAddress address) {
    return address.v4() == first.v4()
        && (address.high() & highMask) == first.high()
        && (address.low() & lowMask) == first.low();
  }

  private boolean hasNoHost() {
    return (first.high() & highMask) == first.high() && (first.low() & lowMask) == first.low();
  }

  private boolean isMapped(int length) {
    return length >= 96 && MAPPED.contains(first);
  }

  /** -1 for anything but a number up to {@code most} without leading zeros. */
  private static int length(String text, int most) {
    if (text.isEmpty() || text.length() > 3) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return -1;
      }
      number = number * 10 + digit - '0';
    }
    return number > most ? -1 : number;
  }
}
