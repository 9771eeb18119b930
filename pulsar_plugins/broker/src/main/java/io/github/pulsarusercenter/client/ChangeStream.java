package io.github.pulsarusercenter.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The center's change feed (server-sent events), read by one thread. Bytes are requested piece by
 * piece, so a flood waits in the network and not in memory. Lines and frames have a limit. A feed
 * without a frame for longer than the caller's patience counts as broken.
 */
public final class ChangeStream implements HttpResponse.BodySubscriber<Void>, AutoCloseable {
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
  private final Deque<ByteBuffer> unread = new ArrayDeque<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private volatile Flow.Subscription subscription;
  private volatile boolean closed;
  private volatile Runnable whenClosed = () -> {};

  /**
   * @param source the center's address
   */
  ChangeStream(URI source) {
    this.source = source;
  }

  /** The center's address that the feed comes from. */
  public URI source() {
    return source;
  }

  /**
   * The next frame.
   *
   * @param patienceMillis how long to wait for the frame
   * @throws IOException when the feed ended, failed, took too long or sent too much
   */
  public Frame next(long patienceMillis) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    String event = "message";
    StringBuilder data = new StringBuilder();
    while (true) {
      String line = line(end, patienceMillis);
      if (line.startsWith(":")) {
        return new Frame("", "");
      }
      if (line.startsWith("event:")) {
        event = line.substring(6).trim();
      } else if (line.startsWith("data:")) {
        data.append(data.isEmpty() ? "" : "\n").append(line.substring(5).trim());
        limit(data.length());
      } else if (line.isEmpty() && (!data.isEmpty() || !event.equals("message"))) {
        return new Frame(event, data.toString());
      }
    }
  }

  private String line(long end, long patienceMillis) throws IOException, InterruptedException {
    line.reset();
    while (true) {
      ByteBuffer bytes = unread.peek();
      if (bytes == null) {
        await(end, patienceMillis);
        continue;
      }
      while (bytes.hasRemaining()) {
        byte next = bytes.get();
        if (next == '\n') {
          return line.toString(StandardCharsets.UTF_8);
        }
        if (next != '\r') {
          line.write(next);
        }
      }
      unread.remove();
      limit(line.size());
    }
  }

  private void limit(int size) throws IOException {
    if (size > LARGEST_FRAME) {
      close();
      throw new LimitedBody.TooLargeException(LARGEST_FRAME);
    }
  }

  @SuppressWarnings("unchecked")
  private void await(long end, long patienceMillis) throws IOException, InterruptedException {
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
    unread.addAll((List<ByteBuffer>) next);
    subscription.request(1);
  }

  void whenClosed(Runnable action) {
    whenClosed = action;
  }

  /** Called when the call is over, for whatever reason; wakes the reader. */
  void end(Throwable cause) {
    arrived.add(new EndOfFeed(cause));
  }

  @Override
  public CompletionStage<Void> getBody() {
    // Complete at once: the bytes are read as they arrive, by next().
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    if (closed) {
      newSubscription.cancel();
    } else {
      newSubscription.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> bytes) {
    arrived.add(bytes);
  }

  @Override
  public void onError(Throwable cause) {
    end(cause);
  }

  @Override
  public void onComplete() {
    end(null);
  }

  @Override
  public void close() {
    closed = true;
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
    whenClosed.run();
    end(null);
  }
}
