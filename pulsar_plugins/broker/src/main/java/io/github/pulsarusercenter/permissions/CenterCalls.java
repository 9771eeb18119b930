package io.github.pulsarusercenter.permissions;

import io.github.pulsarusercenter.client.CenterException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Calls to the center that a user of pulsar-admin waits for. They run on the plugin's own threads,
 * a bounded number at once. Refusals carry a status and a sentence for that user.
 */
public final class CenterCalls {
  /** One call, which may wait for the center. */
  public interface CenterCall<T> {
    T answer() throws IOException, InterruptedException;
  }

  /** While the center hangs, further calls would wait longer than users of pulsar-admin do. */
  private static final int MOST_AT_ONCE = 16;

  private final Executor threads;
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  public CenterCalls(Executor threads) {
    this.threads = threads;
  }

  /** Completes with the center's answer; fails with {@link CallRefusedException}. */
  public <T> CompletableFuture<T> call(CenterCall<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    if (!places.tryAcquire()) {
      result.completeExceptionally(busy());
      return result;
    }
    try {
      threads.execute(() -> answer(call, result));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(busy());
    }
    return result.whenComplete((answer, failure) -> places.release());
  }

  private static CallRefusedException busy() {
    return new CallRefusedException(
        503, "The user center is slow to answer and others wait already; nothing was changed.");
  }

  private static <T> void answer(CenterCall<T> call, CompletableFuture<T> result) {
    try {
      result.complete(call.answer());
    } catch (CenterException e) {
      int status = e.status() >= 400 && e.status() < 500 && e.status() != 401 ? e.status() : 502;
      result.completeExceptionally(
          new CallRefusedException(status, "User center: " + e.getMessage()));
    } catch (IOException e) {
      result.completeExceptionally(new CallRefusedException(503, unreached(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(new CallRefusedException(503, "The broker is shutting down."));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private static String unreached(IOException failure) {
    boolean sent = !(failure.getCause() instanceof ConnectException);
    return "The user center "
        + (sent
            ? "did not answer in time. Look at the permissions later: the change may still happen."
            : "can't be reached; nothing was changed.");
  }
}
