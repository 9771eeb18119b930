package io.github.pulsarusercenter.vocabulary;

import com.google.common.base.CharMatcher;
import com.google.common.net.InetAddresses;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * An IP address as bits. An IPv4 address in the form of IPv6 is that IPv4 address; a scope is cut.
 * Never asks a name service.
 *
 * @param high the first 64 bits; 0 for IPv4
 * @param low the last 64 bits; the 32 bits of IPv4
 */
public record IpAddress(boolean v4, long high, long low) {
  private static final long MAPPED = 0xffffL;

  /** The address of a connection; null for null. */
  public static IpAddress of(InetAddress address) {
    if (address == null) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    if (bytes.remaining() == 4) {
      return new IpAddress(true, 0, Integer.toUnsignedLong(bytes.getInt()));
    }
    long high = bytes.getLong();
    long low = bytes.getLong();
    return high == 0 && low >>> 32 == MAPPED
        ? new IpAddress(true, 0, low & 0xffffffffL)
        : new IpAddress(false, high, low);
  }

  /** The address written so; null when it is none. */
  public static IpAddress parse(String text) {
    if (text == null) {
      return null;
    }
    int scope = text.indexOf('%');
    String bare = scope < 0 ? text : text.substring(0, scope);
    // Guava also reads the digits of other scripts.
    boolean written = CharMatcher.ascii().matchesAllOf(bare) && InetAddresses.isInetAddress(bare);
    return written ? of(InetAddresses.forString(bare)) : null;
  }

  /** As it is written canonically: small letters, the longest gap of zeros left out. */
  @Override
  public String toString() {
    byte[] six = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    return InetAddresses.toAddrString(
        v4
            ? InetAddresses.fromInteger((int) low)
            : InetAddresses.fromIPv6BigInteger(new BigInteger(1, six)));
  }
}
