package io.github.pulsarusercenter.client;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * An answer's body in memory. Fails the call beyond a limit, and knows when bytes last arrived. JDK
 * 25 has {@code BodySubscribers.limiting}; brokers run on 17.
 */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final long limit;
  private final HttpResponse.BodySubscriber<byte[]> body =
      HttpResponse.BodySubscribers.ofByteArray();
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
    return body.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    progressNanos = System.nanoTime();
    body.onSubscribe(newSubscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    progressNanos = System.nanoTime();
    size += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
    if (size > limit) {
      subscription.cancel();
      body.onError(new TooLargeException(limit));
    } else {
      body.onNext(buffers);
    }
  }

  @Override
  public void onError(Throwable cause) {
    body.onError(cause);
  }

  @Override
  public void onComplete() {
    body.onComplete();
  }

  /** The answer is larger than its limit. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException(long limit) {
      super("the center's answer is larger than " + limit + " bytes and is refused");
    }
  }
}
