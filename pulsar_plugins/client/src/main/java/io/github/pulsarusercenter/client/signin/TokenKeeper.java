package io.github.pulsarusercenter.client.signin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Holds the current token and renews it on its own thread: early, one request at a time, with
 * growing pauses while the center does not answer. The token is used until it expires. Callers do
 * no network I/O. They wait while there is no token, on Netty threads at most 500 ms. They wait at
 * most 500 ms for a replacement of a refused token.
 */
public final class TokenKeeper implements AutoCloseable {
  private static final Logger log = Logger.getLogger("io.github.pulsarusercenter.client");
  private static final long PATIENCE_OF_NETTY = 500;
  private static final long PATIENCE_OF_A_START = 3_000;
  private static final long FRESH = 10_000;
  private static final long AGAIN_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int MOST_BROKERS = 1_000;

  private final TokenSource source;
  private final TokenFile spare;
  private final long patienceMillis;
  private final ScheduledThreadPoolExecutor thread;
  private final Map<String, SentToken> sentTokens = new LinkedHashMap<>();
  private volatile AccessToken current;
  private CompletableFuture<AccessToken> pending;
  private ScheduledFuture<?> next;
  private CenterException failure;
  private int failures;
  private long pausedUntil;

  /** The token that was last sent to a broker, and when. */
  private static final class SentToken {
    private final AccessToken token;
    private final long at = System.nanoTime();

    SentToken(AccessToken token) {
      this.token = token;
    }
  }

  /**
   * @param spare used while the center has not issued a token; null for none
   * @param patienceMillis how long a caller waits for the first token
   */
  public TokenKeeper(TokenSource source, TokenFile spare, long patienceMillis) {
    this.source = source;
    this.spare = spare;
    this.patienceMillis = patienceMillis;
    this.thread = new ScheduledThreadPoolExecutor(1, TokenKeeper::daemon);
    thread.setRemoveOnCancelPolicy(true);
    attempt();
  }

  /**
   * Waits up to 3 s for the first answer; not at all with a spare token.
   *
   * @throws CenterException only for a refusal: by the center, or because of the configuration
   */
  public void awaitFirstAnswer() throws CenterException {
    if (spare != null || current != null) {
      return;
    }
    CompletableFuture<AccessToken> attempt = attempt();
    try {
      if (attempt == null) {
        throw failure(); // the first answer came before this call
      }
      result(attempt, PATIENCE_OF_A_START);
    } catch (CenterException e) {
      if (e.isRefused()) {
        throw e;
      }
    }
  }

  /** The token to send now. */
  public AccessToken token() throws CenterException {
    AccessToken now = current;
    if (now != null && !now.isOver()) {
      return now;
    }
    CompletableFuture<AccessToken> attempt = attempt();
    if (spare != null) {
      return spare.token();
    }
    if (attempt == null) {
      throw failure();
    }
    return result(attempt, onNetty() ? PATIENCE_OF_NETTY : patienceMillis);
  }

  /**
   * Another token than the refused one, if it can be obtained within 500 ms; else the refused one.
   */
  public AccessToken replacement(AccessToken refused) {
    AccessToken now = current;
    if (now != null && now != refused && !now.isOver()) {
      return now;
    }
    CompletableFuture<AccessToken> attempt = refused.ageMillis() < FRESH ? null : attempt();
    try {
      return attempt == null ? refused : result(attempt, PATIENCE_OF_NETTY);
    } catch (CenterException e) {
      return refused;
    }
  }

  /**
   * Called when a connection begins. A broker that gets the same token twice within a minute may
   * have refused it, for example after a revocation. A new token is then requested for the next
   * connection.
   *
   * @return the given token
   */
  public AccessToken noteSent(AccessToken token, String broker) {
    SentToken last;
    synchronized (this) {
      if (sentTokens.size() > MOST_BROKERS) {
        sentTokens.clear();
      }
      last = sentTokens.put(broker, new SentToken(token));
    }
    boolean again =
        last != null && last.token == token && System.nanoTime() - last.at < AGAIN_WITHIN_NANOS;
    if (again && token.ageMillis() > FRESH) {
      attempt();
    }
    return token;
  }

  /** Ends the thread. A request under way is interrupted, its result dropped. */
  @Override
  public void close() {
    thread.shutdownNow();
    CompletableFuture<AccessToken> attempt;
    synchronized (this) {
      attempt = pending;
    }
    if (attempt != null) {
      attempt.completeExceptionally(CenterException.unreachable("closed"));
    }
  }

  /** The request under way, or a new one; null during the pause after a failure. */
  private synchronized CompletableFuture<AccessToken> attempt() {
    if (pending == null && (failures == 0 || System.nanoTime() - pausedUntil >= 0)) {
      pending = new CompletableFuture<>();
      try {
        thread.execute(this::fetch);
      } catch (RejectedExecutionException e) {
        pending.completeExceptionally(CenterException.unreachable("closed"));
      }
    }
    return pending;
  }

  private void fetch() {
    try {
      succeeded(source.fetch());
    } catch (CenterException e) {
      failed(e);
    } catch (RuntimeException e) {
      failed(CenterException.unreachable("internal error: " + e.getClass().getName()));
    }
  }

  private void succeeded(AccessToken token) {
    CompletableFuture<AccessToken> attempt;
    synchronized (this) {
      if (failures > 0) {
        log.info("user center: there is a token again, after " + failures + " failures");
      }
      current = token;
      failures = 0;
      failure = null;
      double chance = ThreadLocalRandom.current().nextDouble();
      schedule(RefreshTimes.refreshAfter(token.lifeMillis(), chance) - token.ageMillis());
      attempt = takePending();
    }
    attempt.complete(token);
  }

  private void failed(CenterException why) {
    CompletableFuture<AccessToken> attempt;
    synchronized (this) {
      failures++;
      failure = why;
      double chance = ThreadLocalRandom.current().nextDouble();
      long pause = RefreshTimes.pauseAfter(failures, why.isRefused(), chance);
      pausedUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
      schedule(pause);
      // Only the first failure in a row is a warning.
      Level level = failures == 1 ? Level.WARNING : Level.FINE;
      log.log(level, "{0}; next try in {1} ms", new Object[] {why.getMessage(), pause});
      attempt = takePending();
    }
    attempt.completeExceptionally(why);
  }

  private CompletableFuture<AccessToken> takePending() {
    CompletableFuture<AccessToken> attempt = pending;
    pending = null;
    return attempt;
  }

  private void schedule(long millis) {
    if (next != null) {
      next.cancel(false);
    }
    try {
      next = thread.schedule(this::attempt, Math.max(millis, 1), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.fine("user center: closed, nothing is renewed any more");
    }
  }

  private synchronized CenterException failure() {
    return failure == null ? CenterException.unreachable("no token yet") : failure;
  }

  private AccessToken result(CompletableFuture<AccessToken> attempt, long millis)
      throws CenterException {
    try {
      return attempt.get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CenterException ? (CenterException) e.getCause() : failure();
    } catch (TimeoutException e) {
      throw CenterException.unreachable("it has not answered within " + millis + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CenterException.unreachable("interrupted while waiting for a token");
    }
  }

  /**
   * True on Pulsar's I/O threads, shaded or not, and on some of its other threads, which have the
   * same class.
   */
  private static boolean onNetty() {
    return Thread.currentThread().getClass().getName().endsWith("FastThreadLocalThread");
  }

  private static Thread daemon(Runnable task) {
    Thread daemon = new Thread(task, "user-center-token");
    daemon.setDaemon(true);
    return daemon;
  }
}
