package io.github.pulsarusercenter.vocabulary;

import com.google.common.primitives.Ints;

/**
 * A network as the bits that its addresses begin with. Written one way only, as Python's {@code
 * ip_network} writes it: {@code 10.0.0.0/8}, {@code 2001:db8::/32}.
 */
public record IpNetwork(IpAddress first, long highMask, long lowMask) {
  /**
   * Null when it is written another way, or is an IPv4 network in the form of IPv6, which contains
   * no address.
   */
  public static IpNetwork parse(String text) {
    int slash = text.indexOf('/');
    IpAddress first = slash < 0 ? null : IpAddress.parse(text.substring(0, slash));
    Integer length = first == null ? null : Ints.tryParse(text.substring(slash + 1));
    boolean canonical =
        length != null
            && length >= 0
            && length <= (first.v4() ? 32 : 128)
            && text.equals(first + "/" + length);
    IpNetwork network = canonical ? of(first, length) : null;
    return canonical && network.contains(first) ? network : null;
  }

  private static IpNetwork of(IpAddress first, int length) {
    if (first.v4()) {
      return new IpNetwork(first, 0, length == 0 ? 0 : -1L << 32 - length & 0xffffffffL);
    }
    long high = length == 0 ? 0 : length >= 64 ? -1L : -1L << 64 - length;
    long low = length <= 64 ? 0 : -1L << 128 - length;
    return new IpNetwork(first, high, low);
  }

  /** The first address of a network is in it only when it has no bit behind the network's own. */
  public boolean contains(IpAddress address) {
    return address.v4() == first.v4()
        && (address.high() & highMask) == first.high()
        && (address.low() & lowMask) == first.low();
  }
}
