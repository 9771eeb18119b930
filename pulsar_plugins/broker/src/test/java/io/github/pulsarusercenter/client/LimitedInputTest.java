package io.github.pulsarusercenter.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.pulsarusercenter.FakeCenter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class LimitedInputTest {
  private static InputStream unpacked(byte[] packed, long limit) throws IOException {
    return new LimitedInput(new GZIPInputStream(new ByteArrayInputStream(packed)), limit);
  }

  @Test
  void anAnswerWithinTheLimitIsReadWhole() throws IOException {
    byte[] plain = new byte[10_000];
    byte[] packed = FakeCenter.gzip(plain);
    assertArrayEquals(plain, unpacked(packed, plain.length).readAllBytes());
    assertThrows(
        LimitedBody.TooLargeException.class,
        () -> unpacked(packed, plain.length - 1).readAllBytes());
  }

  /** 4 GB packed into 4 MB. Reading ends at the limit, within a fraction of a second. */
  @Test
  void aBombIsRefusedAtTheLimit() throws IOException {
    byte[] member = FakeCenter.gzip(new byte[1 << 20]);
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    for (int i = 0; i < 4_096; i++) {
      bomb.writeBytes(member);
    }
    InputStream in = unpacked(bomb.toByteArray(), 8 << 20);
    assertThrows(
        LimitedBody.TooLargeException.class, () -> in.transferTo(OutputStream.nullOutputStream()));
  }
}
