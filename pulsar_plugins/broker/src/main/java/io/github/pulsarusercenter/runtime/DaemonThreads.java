package io.github.pulsarusercenter.runtime;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that never keep the JVM from ending. */
final class DaemonThreads {
  private DaemonThreads() {}

  static ThreadPoolExecutor pool() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            8, 8, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(4_096), named("user-center"));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
