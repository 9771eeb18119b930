package io.github.pulsarusercenter.runtime;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

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
    return new ThreadFactoryBuilder().setNameFormat(name + "-%d").setDaemon(true).build();
  }
}
