package io.github.pulsarusercenter.client;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What changes at the center, read by one thread. A feed without a frame for longer than the
 * caller's patience counts as broken. Frames have a limit.
 */
public abstract class ChangeFeed implements AutoCloseable {
  /** One frame; a comment (keep-alive) has the name {@code ""} and no data. */
  public record Frame(String event, String data) {}

  private record EndOfFeed(Throwable cause) {}

  /**
   * Far above a usual delta. The center limits a delta by number, not by bytes: beyond 2,000
   * entries of its audit log, or 2,000 grants, it sends a reset instead.
   */
  private static final int LARGEST_FRAME = 32 << 20;

  private final URI source;
  private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();

  ChangeFeed(URI source) {
    this.source = source;
  }

  /** The center's address that the feed comes from. */
  public final URI source() {
    return source;
  }

  /**
   * The next frame.
   *
   * @param patienceMillis how long to wait for the frame
   * @throws IOException when the feed ended, failed, took too long or sent too much
   */
  public abstract Frame next(long patienceMillis) throws IOException, InterruptedException;

  /** Called when something arrived, on a thread of the HTTP client. */
  final void arrived(Object part) {
    arrived.add(part);
  }

  /** Called when the feed is over, for whatever reason; wakes the reader. */
  final void end(Throwable cause) {
    arrived.add(new EndOfFeed(cause));
  }

  /**
   * What arrived next.
   *
   * @param end when the caller's patience ends, by {@link System#nanoTime}
   */
  final Object await(long end, long patienceMillis) throws IOException, InterruptedException {
    Object next = arrived.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    if (next == null) {
      close();
      throw new IOException("the change feed was silent for " + patienceMillis + " ms");
    }
    if (next instanceof EndOfFeed ended) {
      if (ended.cause() instanceof IOException specific
          && specific.getClass() != IOException.class) {
        throw specific;
      }
      String why = ended.cause() == null ? "" : ": " + ended.cause().getMessage();
      throw new IOException("the change feed ended" + why, ended.cause());
    }
    return next;
  }

  static boolean isTooLarge(int size) {
    return size > LARGEST_FRAME;
  }

  static IOException tooLarge() {
    return new LimitedBody.TooLargeException(LARGEST_FRAME);
  }

  @Override
  public abstract void close();
}
