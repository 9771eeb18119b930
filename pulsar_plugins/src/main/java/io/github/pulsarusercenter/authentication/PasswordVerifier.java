package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.client.UserCenterClient;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Has passwords verified by the center: on threads of its own, a bounded number at once, with a
 * deadline that starts when the client asked. A thousand connections with the same password ask once.
 */
public final class PasswordVerifier implements AutoCloseable {
  private static final int WAITING_PER_PLACE = 64;

  private final UserCenterClient client;
  private final SignInRules rules;
  private final PasswordCache remembered;
  private final ThreadPoolExecutor threads;
  private final long deadlineMillis;
  private final ConcurrentMap<PasswordCache.Mark, CompletableFuture<Credential>> underWay =
      new ConcurrentHashMap<>();

  /**
   * @param concurrency password checks at once; 64 times as many may wait
   * @param deadlineMillis how long a client waits for its answer
   * @param rememberMillis how long a verified password is remembered; 0 turns that off
   * @param clock epoch ms
   */
  public PasswordVerifier(
      UserCenterClient client,
      SignInRules rules,
      int concurrency,
      long deadlineMillis,
      long rememberMillis,
      LongSupplier clock) {
    this.client = client;
    this.rules = rules;
    this.deadlineMillis = deadlineMillis;
    this.remembered = new PasswordCache(rememberMillis, clock);
    this.threads =
        new ThreadPoolExecutor(
            concurrency,
            concurrency,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(concurrency * WAITING_PER_PLACE),
            task -> daemon(task));
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Completes with the credential or fails with {@link RefusedException}; at the latest after the
   * deadline.
   *
   * @param address the client's address for the center's limits, may be null
   */
  public CompletableFuture<Credential> verify(String user, String password, String address) {
    PasswordCache.Mark mark = remembered.mark(user, password);
    Credential known = remembered.get(mark);
    if (known != null) {
      if (rules.refusal(known) == null) {
        return CompletableFuture.completedFuture(known);
      }
      remembered.drop(mark);
    }
    CompletableFuture<Credential> fresh = new CompletableFuture<>();
    CompletableFuture<Credential> running = underWay.putIfAbsent(mark, fresh);
    if (running == null) {
      running = fresh;
      fresh.whenComplete((done, failure) -> underWay.remove(mark, fresh));
      start(fresh, mark, user, password, address);
    }
    return running.thenApply(credential -> credential);
  }

  private void start(
      CompletableFuture<Credential> result,
      PasswordCache.Mark mark,
      String user,
      String password,
      String address) {
    // Armed before the work starts: the deadline also covers the wait for a free place.
    CompletableFuture.delayedExecutor(deadlineMillis, TimeUnit.MILLISECONDS)
        .execute(() -> result.completeExceptionally(unreachable()));
    try {
      threads.execute(() -> ask(result, mark, user, password, address));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(new RefusedException(Refusal.BUSY));
    }
  }

  private void ask(
      CompletableFuture<Credential> result,
      PasswordCache.Mark mark,
      String user,
      String password,
      String address) {
    if (result.isDone()) {
      return;
    }
    try {
      Credential credential = credential(client.authenticate(user, password, address));
      rules.demand(credential);
      remembered.put(mark, credential);
      result.complete(credential);
    } catch (RefusedException e) {
      result.completeExceptionally(e);
    } catch (CenterException e) {
      result.completeExceptionally(new RefusedException(refusal(e)));
    } catch (IOException e) {
      result.completeExceptionally(unreachable());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(unreachable());
    } catch (RuntimeException e) {
      result.completeExceptionally(new RefusedException(Refusal.ERROR));
    }
  }

  private static Credential credential(UserCenterClient.Verified verified) {
    return new Credential(
        verified.principal(), verified.credential(), false, Long.MAX_VALUE, 0, verified.cred());
  }

  private static Refusal refusal(CenterException e) {
    if (e.code().equals("invalid_credentials")) {
      return Refusal.INVALID_CREDENTIALS;
    }
    return switch (e.status()) {
      case 403 -> Refusal.PASSWORD_CHANGE_REQUIRED;
      case 429, 503 -> Refusal.BUSY;
      default -> Refusal.CENTER_UNREACHABLE;
    };
  }

  private static RefusedException unreachable() {
    return new RefusedException(Refusal.CENTER_UNREACHABLE);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "user-center-password");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
