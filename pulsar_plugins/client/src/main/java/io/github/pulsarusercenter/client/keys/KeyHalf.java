package io.github.pulsarusercenter.client.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

/** One half of a version of a key. */
public final class KeyHalf {
  final byte[] pem;
  private final String number;

  KeyHalf(String number, String pem) {
    this.number = number;
    this.pem = pem.getBytes(UTF_8);
  }

  /** Of the version. */
  public String number() {
    return number;
  }

  /** A copy. */
  public byte[] pem() {
    return pem.clone();
  }
}
