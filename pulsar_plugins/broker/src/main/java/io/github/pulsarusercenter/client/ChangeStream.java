package io.github.pulsarusercenter.client;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The center's change feed (server-sent events), read by one thread. Lines are asked for one at a
 * time, so a flood waits in the network and not in our memory. A feed that is silent for longer
 * than the caller's patience counts as broken.
 */
public final class ChangeStream implements Flow.Subscriber<String>, AutoCloseable {
  /** One frame; a comment (keep-alive) has the name {@code ""} and no data. */
  public record Frame(String event, String data) {
    public boolean isKeepAlive() {
      return event.isEmpty();
    }
  }

  private record End(Throwable cause) {}

  private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();
  private volatile Flow.Subscription subscription;
  private volatile boolean closed;

  /**
   * The next frame.
   *
   * @param patienceMillis how long the feed may be silent
   * @throws IOException when the feed ended, failed or was silent for too long
   */
  public Frame next(long patienceMillis) throws IOException, InterruptedException {
    String event = "message";
    StringBuilder data = new StringBuilder();
    while (true) {
      String line = line(patienceMillis);
      if (line.startsWith(":")) {
        return new Frame("", "");
      }
      if (line.startsWith("event:")) {
        event = line.substring(6).trim();
      } else if (line.startsWith("data:")) {
        data.append(data.isEmpty() ? "" : "\n").append(line.substring(5).trim());
      } else if (line.isEmpty() && (!data.isEmpty() || !event.equals("message"))) {
        return new Frame(event, data.toString());
      }
    }
  }

  private String line(long patienceMillis) throws IOException, InterruptedException {
    Object next = arrived.poll(patienceMillis, TimeUnit.MILLISECONDS);
    if (next == null) {
      close();
      throw new IOException("the change feed was silent for " + patienceMillis + " ms");
    }
    if (next instanceof End end) {
      if (end.cause() instanceof CenterException refused) {
        throw refused;
      }
      throw new IOException("the change feed ended", end.cause());
    }
    subscription.request(1);
    return (String) next;
  }

  /** The call is over, for whatever reason; wakes the reader. */
  void end(Throwable cause) {
    arrived.add(new End(cause));
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (closed) {
      given.cancel();
    } else {
      given.request(1);
    }
  }

  @Override
  public void onNext(String line) {
    arrived.add(line);
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
    Flow.Subscription given = subscription;
    if (given != null) {
      given.cancel();
    }
    end(null);
  }
}
