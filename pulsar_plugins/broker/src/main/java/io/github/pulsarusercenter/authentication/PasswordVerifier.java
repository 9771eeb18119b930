package io.github.pulsarusercenter.authentication;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.vocabulary.Refusal;
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
 * Has the center verify passwords, on its own threads and a bounded number at once. The deadline
 * starts when the client asks. A thousand connections with the same password cost one request.
 */
public final class PasswordVerifier implements AutoCloseable {
  /**
   * What identifies a check.
   *
   * @param address null unless the answer depends on it
   */
  private record CheckKey(PasswordCache.Mark mark, String address) {}

  /** A running check, shared by all clients with the same key. */
  private record Check(CheckKey key, CompletableFuture<Credential> result) {}

  private static final int WAITING_PER_PLACE = 64;

  private final UserCenterClient client;
  private final SignInRules rules;
  private final PasswordCache remembered;
  private final ThreadPoolExecutor threads;
  private final long deadlineMillis;
  private final ConcurrentMap<CheckKey, Check> running = new ConcurrentHashMap<>();

  /**
   * @param concurrency password checks at once; 64 times as many may wait
   * @param deadlineMillis how long a client waits for its answer
   * @param rememberMillis how long a verified password is remembered; 0 turns that off
   * @param clock in ms, never jumps
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
            new ThreadFactoryBuilder()
                .setNameFormat("user-center-password")
                .setDaemon(true)
                .build());
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Completes with the credential or fails with {@link RefusedException}, within the deadline. The
   * center does not let a user in from outside its networks; of a remembered password the caller
   * has to check that.
   *
   * @param address the client's address, which the center's rate limits need; may be null
   */
  public CompletableFuture<Credential> verify(String user, String password, String address) {
    PasswordCache.Mark mark = remembered.mark(rules.epoch(), user, password);
    Credential cached = remembered.get(mark);
    if (cached != null) {
      if (rules.refusal(cached) == null) {
        return CompletableFuture.completedFuture(cached);
      }
      remembered.drop(mark);
    }
    CheckKey key = new CheckKey(mark, rules.isLimited(user) ? address : null);
    Check fresh = new Check(key, new CompletableFuture<>());
    Check shared = running.putIfAbsent(key, fresh);
    if (shared == null) {
      start(fresh, user, password, address);
      shared = fresh;
    }
    return shared.result().thenApply(credential -> credential);
  }

  private void start(Check check, String user, String password, String address) {
    // Armed before the work starts: the deadline also covers the wait for a free place.
    CompletableFuture.delayedExecutor(deadlineMillis, TimeUnit.MILLISECONDS)
        .execute(() -> refuse(check, Refusal.CENTER_UNREACHABLE));
    try {
      threads.execute(() -> verifyAtCenter(check, user, password, address));
    } catch (RejectedExecutionException e) {
      refuse(check, Refusal.BUSY);
    }
  }

  private void verifyAtCenter(Check check, String user, String password, String address) {
    if (check.result().isDone()) {
      return;
    }
    try {
      Credential credential = credential(client.authenticate(user, password, address));
      rules.demand(credential);
      remembered.put(check.key().mark(), credential);
      running.remove(check.key(), check);
      check.result().complete(credential);
    } catch (RefusedException e) {
      running.remove(check.key(), check);
      check.result().completeExceptionally(e);
    } catch (CenterException e) {
      refuse(check, refusal(e));
    } catch (IOException e) {
      refuse(check, Refusal.CENTER_UNREACHABLE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refuse(check, Refusal.CENTER_UNREACHABLE);
    } catch (RuntimeException e) {
      refuse(check, Refusal.ERROR);
    }
  }

  /** Ends a check. Removes it from the list first, so that no later caller gets an old answer. */
  private void refuse(Check check, Refusal refusal) {
    running.remove(check.key(), check);
    check.result().completeExceptionally(new RefusedException(refusal));
  }

  private static Credential credential(UserCenterClient.VerifiedPassword verified) {
    return new Credential(
            verified.principal(), verified.credential(), null, Long.MAX_VALUE, 0, verified.cred())
        .withProof(verified.receipt());
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

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
