package io.github.pulsarusercenter.client;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * An answer's body in memory. Fails the call beyond a limit, and knows when bytes last arrived. JDK
 * 25 has {@code BodySubscribers.limiting}; brokers run on 17.
 */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final long limit;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final List<ByteBuffer> parts = new ArrayList<>();
  private volatile long progressNanos = System.nanoTime();
  private Flow.Subscription subscription;
  private long size;

  /**
   * @param limit bytes
   */
  LimitedBody(long limit) {
    this.limit = limit;
  }

  /** When bytes last arrived, or when the call began; in System.nanoTime. */
  long progressNanos() {
    return progressNanos;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    progressNanos = System.nanoTime();
    newSubscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    progressNanos = System.nanoTime();
    for (ByteBuffer part : buffers) {
      size += part.remaining();
      parts.add(part);
    }
    if (size > limit) {
      parts.clear();
      subscription.cancel();
      body.completeExceptionally(new TooLargeException(limit));
    }
  }

  @Override
  public void onError(Throwable cause) {
    parts.clear();
    body.completeExceptionally(cause);
  }

  @Override
  public void onComplete() {
    byte[] all = new byte[(int) size];
    int at = 0;
    for (ByteBuffer part : parts) {
      int length = part.remaining();
      part.get(all, at, length);
      at += length;
    }
    parts.clear();
    body.complete(all);
  }

  /** The answer is larger than its limit. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException(long limit) {
      super("the center's answer is larger than " + limit + " bytes and is refused");
    }
  }
}
