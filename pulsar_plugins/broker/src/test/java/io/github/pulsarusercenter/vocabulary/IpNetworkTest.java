package io.github.pulsarusercenter.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses and networks beside the arithmetic of {@link InetAddress} and BigInteger. */
class IpNetworkTest {
  @Test
  void theSameAsJavasArithmetic() throws Exception {
    Random random = new Random(77);
    for (int i = 0; i < 200_000; i++) {
      byte[] near = bytes(random, random.nextBoolean() ? 4 : 16);
      int bits = near.length * 8;
      int length = random.nextInt(bits + 1);
      BigInteger mask = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
      mask = mask.shiftRight(bits - length).shiftLeft(bits - length);
      BigInteger first = new BigInteger(1, near).and(mask);
      IpAddress start = IpAddress.of(address(first, near.length));
      IpNetwork network = IpNetwork.parse(start + "/" + length);
      assertNotNull(network, () -> start + "/" + length);
      byte[] far = near.clone();
      far[random.nextInt(far.length)] ^= (byte) (1 << random.nextInt(8));
      for (byte[] candidate : new byte[][] {near, far}) {
        boolean inside = new BigInteger(1, candidate).and(mask).equals(first);
        IpAddress address = IpAddress.of(InetAddress.getByAddress(candidate));
        assertEquals(
            inside, network.contains(address), () -> address + " in " + start + "/" + length);
      }
    }
  }

  @Test
  void aWrittenAddressIsReadAgain() throws Exception {
    Random random = new Random(5);
    for (int i = 0; i < 100_000; i++) {
      InetAddress address = InetAddress.getByAddress(bytes(random, random.nextBoolean() ? 4 : 16));
      IpAddress read = IpAddress.of(address);
      assertEquals(read, IpAddress.parse(address.getHostAddress()));
      assertEquals(read, IpAddress.parse(read.toString()));
      assertEquals(address instanceof Inet4Address, read.v4());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":::",
        "1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.256",
        "01.2.3.4",
        "1.2.3.4 ",
        "::1::",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "::1:2:3:4:5:6:7:8",
        ":1:2:3:4:5:6:7",
        "12345::",
        "::1.2.3",
        "1.2.3.4::",
        "g::",
        "::-1",
        "localhost",
        "[::1]",
        "::1/128",
        "+1.2.3.4"
      })
  void otherTextsAreNoAddress(String text) {
    assertNull(IpAddress.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0", "10.0.0.0/", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/-1",
        "010.0.0.0/8", "10.0.0.0/255.0.0.0", "10/8", "::1/127", "::/129", "2001:DB8::/32",
        "2001:db8:0::/32", "::ffff:0:0/96", "::ffff:a00:0/104", "fe80::%eth0/64", "office", "/8",
        "10.0.0.0/8/8", " 10.0.0.0/8"
      })
  void otherTextsAreNoNetwork(String text) {
    assertNull(IpNetwork.parse(text));
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    for (int i = random.nextInt(3) * length / 2; i > 0; i--) {
      bytes[random.nextInt(length)] = 0; // so that zeros are left out
    }
    return bytes;
  }

  private static InetAddress address(BigInteger bits, int length) throws Exception {
    byte[] bytes = new byte[length];
    byte[] known = bits.toByteArray();
    for (int i = 1; i <= Math.min(length, known.length); i++) {
      bytes[length - i] = known[known.length - i];
    }
    return InetAddress.getByAddress(bytes);
  }
}
