package io.github.pulsarusercenter.client.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** One half of a version of a key. */
public final class KeyHalf {
  byte[] pem;
  private final String number;

  KeyHalf(String number, String pem) {
    this.number = number;
    this.pem = pem.getBytes(UTF_8);
  }

  /** Of the version. */
  public String number() {
    return number;
  }

  /** A copy; empty when it is overwritten. */
  public synchronized byte[] pem() {
    return pem.clone();
  }

  synchronized void overwrite() {
    Arrays.fill(pem, (byte) 0);
    pem = new byte[0];
  }
}
