package io.github.pulsarusercenter.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Fails when a stream yields more bytes than its limit: a small packed answer may unpack to any
 * size.
 */
final class LimitedInput extends FilterInputStream {
  private final long limit;
  private long remaining;

  LimitedInput(InputStream in, long limit) {
    super(in);
    this.limit = limit;
    this.remaining = limit;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    count(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read = super.read(into, offset, length);
    count(read);
    return read;
  }

  private void count(int read) throws IOException {
    remaining -= Math.max(0, read);
    if (remaining < 0) {
      throw new LimitedBody.TooLargeException(limit);
    }
  }
}
