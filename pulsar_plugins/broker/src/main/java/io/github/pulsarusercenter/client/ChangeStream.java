package io.github.pulsarusercenter.client;

import io.github.pulsarusercenter.metrics.PluginMetrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/**
 * The change feed as server-sent events, for a center or a proxy without links. Bytes are requested
 * piece by piece, so a flood waits in the network and not in memory.
 */
final class ChangeStream extends ChangeFeed implements HttpResponse.BodySubscriber<Void> {
  private final Deque<ByteBuffer> unread = new ArrayDeque<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private volatile Flow.Subscription subscription;
  private volatile boolean closed;
  private volatile Runnable whenClosed = () -> {};

  /**
   * @param source the center's address
   */
  ChangeStream(URI source) {
    super(source);
  }

  /** Opens it. Failures show up at the first read. */
  static ChangeStream open(CenterExchange exchange, URI address, String query) {
    ChangeStream stream = new ChangeStream(address);
    HttpRequest request =
        exchange.request(address, "/changes" + query).header("Accept", "text/event-stream").build();
    CompletableFuture<HttpResponse<Void>> call =
        exchange
            .http()
            .sendAsync(
                request,
                info -> {
                  exchange.noteTime(info.headers());
                  if (isFeed(info)) {
                    return stream;
                  }
                  // At once, because this body may have no end.
                  stream.end(refusal(exchange, address, info));
                  return BodySubscribers.discarding();
                });
    stream.whenClosed(() -> call.cancel(true));
    call.whenComplete((answer, failure) -> endIfFailed(stream, failure));
    return stream;
  }

  private static void endIfFailed(ChangeStream stream, Throwable failure) {
    if (failure != null) {
      stream.end(failure);
    }
  }

  private static boolean isFeed(HttpResponse.ResponseInfo info) {
    return info.statusCode() == 200 && CenterExchange.isOfType(info.headers(), "text/event-stream");
  }

  private static IOException refusal(
      CenterExchange exchange, URI address, HttpResponse.ResponseInfo info) {
    if (info.statusCode() != 200) {
      return exchange.feedRefused(info.statusCode());
    }
    PluginMetrics.answerRefused();
    return new IOException("what answers at " + address + " is no user center");
  }

  @Override
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
        read(end, patienceMillis);
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
    if (isTooLarge(size)) {
      close();
      throw tooLarge();
    }
  }

  @SuppressWarnings("unchecked")
  private void read(long end, long patienceMillis) throws IOException, InterruptedException {
    unread.addAll((List<ByteBuffer>) await(end, patienceMillis));
    subscription.request(1);
  }

  void whenClosed(Runnable action) {
    whenClosed = action;
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
    arrived(bytes);
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
