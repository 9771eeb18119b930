package io.github.pulsarusercenter.client.keys;

import io.github.pulsarusercenter.client.signin.CenterException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Remembers the keys of one topic. Requests run on threads of its own, each once, however many wait
 * for it. Every five minutes it asks whether the right to read is still there; if not, it forgets
 * the private halves.
 */
public final class KeyKeeper implements AutoCloseable {
  /** How old a public half may be, and how long a right counts that was not asked for again. */
  public static final long FRESH_MILLIS = TimeUnit.MINUTES.toMillis(5);

  private static final String PRIVATE = "private";
  private static final int MOST_KEYS = 100;
  private static final Logger log = Logger.getLogger("io.github.pulsarusercenter.client");

  private final KeyDirectory directory;
  private final long freshMillis;
  private final ScheduledThreadPoolExecutor threads;
  private final Map<String, KeyAnswer> answers = new LinkedHashMap<>(16, 0.75f, true);

  private interface Request {
    KeyHalf send() throws CenterException;
  }

  /**
   * Signs in, so that a program that cannot get keys does not start.
   *
   * @throws CenterException when the center refuses, or has not answered within 10 s
   */
  public KeyKeeper(KeyDirectory directory, long freshMillis) throws CenterException {
    this.directory = directory;
    this.freshMillis = freshMillis;
    this.threads = new ScheduledThreadPoolExecutor(2, KeyKeeper::daemon);
    try {
      directory.signIn();
    } catch (CenterException e) {
      close();
      throw e;
    }
    // Programs that started together do not ask together.
    long first = ThreadLocalRandom.current().nextLong(freshMillis) + 1;
    threads.scheduleWithFixedDelay(this::askForTheRight, first, freshMillis, TimeUnit.MILLISECONDS);
  }

  /**
   * The version to write with. The one before, as long as the center gives no other: a producer
   * whose reader fails goes on with a new data key but sends the old one along, which opens
   * nothing.
   *
   * @throws CenterException when the topic never had a key of this name
   */
  public KeyHalf publicHalf(String name) throws CenterException {
    return half("public half of " + name, freshMillis, () -> directory.publicHalf(name));
  }

  public KeyHalf privateHalf(String name, int number) throws CenterException {
    String key = PRIVATE + " half of " + name + " " + number;
    return half(key, Long.MAX_VALUE, () -> directory.privateHalf(name, number));
  }

  /** Overwrites the private halves. */
  @Override
  public void close() {
    threads.shutdownNow();
    directory.close();
    forget();
  }

  private KeyHalf half(String key, long lifeMillis, Request request) throws CenterException {
    KeyAnswer answer;
    synchronized (this) {
      answer = answers.get(key);
      if (answer == null || answer.isOver(lifeMillis)) {
        answer = new KeyAnswer(answer);
        answers.put(key, answer);
        makeRoom();
        send(key, request, answer);
      }
    }
    return answer.await();
  }

  private void send(String key, Request request, KeyAnswer answer) {
    try {
      threads.execute(
          () -> {
            try {
              keep(key, request.send(), answer);
            } catch (CenterException e) {
              log.log(Level.WARNING, "{0}: {1}", new Object[] {key, e.getMessage()});
              answer.completeExceptionally(e);
            } catch (RuntimeException e) {
              answer.completeExceptionally(
                  CenterException.unreachable("internal error: " + e.getClass().getName()));
            }
          });
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(CenterException.unreachable("closed"));
    }
  }

  /** A private half that was forgotten while it was on its way is not given out. */
  private synchronized void keep(String key, KeyHalf half, KeyAnswer answer)
      throws CenterException {
    if (key.startsWith(PRIVATE) && answers.get(key) != answer) {
      half.overwrite();
      throw CenterException.refused("it was forgotten before it came");
    }
    answer.complete(half);
  }

  /**
   * Failures go first: whoever may write can name keys that nobody has. Halves to write with stay.
   */
  private void makeRoom() {
    if (answers.size() > MOST_KEYS) {
      answers.values().removeIf(KeyAnswer::isEmpty);
    }
    Iterator<Map.Entry<String, KeyAnswer>> eldest = answers.entrySet().iterator();
    while (answers.size() > MOST_KEYS && eldest.hasNext()) {
      Map.Entry<String, KeyAnswer> next = eldest.next();
      if (next.getKey().startsWith(PRIVATE) && next.getValue().isDone()) {
        next.getValue().overwrite();
        eldest.remove();
      }
    }
  }

  private void askForTheRight() {
    try {
      if (!holdsPrivateHalf() || directory.mayRead()) {
        return;
      }
      log.warning("user center: the right to read has ended; private keys are forgotten");
      forget();
    } catch (CenterException e) {
      if (e.isRefused()) {
        log.log(Level.WARNING, "{0}; private keys are forgotten", e.getMessage());
        forget();
      }
    } catch (RuntimeException e) { // thrown on, it would end the asking
      log.log(Level.WARNING, "user center: internal error: {0}", e.getClass());
    }
  }

  private synchronized boolean holdsPrivateHalf() {
    return answers.keySet().stream().anyMatch(key -> key.startsWith(PRIVATE));
  }

  private synchronized void forget() {
    answers.forEach(
        (key, answer) -> {
          if (key.startsWith(PRIVATE)) {
            answer.overwrite();
          }
        });
    answers.keySet().removeIf(key -> key.startsWith(PRIVATE));
  }

  private static Thread daemon(Runnable task) {
    Thread daemon = new Thread(task, "user-center-keys");
    daemon.setDaemon(true);
    return daemon;
  }
}
