package io.github.pulsarusercenter.runtime;

import io.github.pulsarusercenter.settings.PluginSettings;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.pulsar.broker.ServiceConfiguration;

/** The runtimes of this JVM. Providers and an interceptor with the same settings share one. */
final class RunningPlugins {
  private final Map<PluginSettings, PluginRuntime> running = new HashMap<>();
  private final Map<PluginRuntime, Integer> users = new HashMap<>();

  /** Returns the runtime of these settings, starting it if needed; counts its users. */
  synchronized PluginRuntime acquire(PluginSettings settings, ServiceConfiguration conf)
      throws IOException {
    PluginRuntime runtime = running.get(settings);
    if (runtime == null) {
      runtime = new PluginRuntime(settings, conf);
      runtime.start();
      running.put(settings, runtime);
    }
    users.merge(runtime, 1, Integer::sum);
    return runtime;
  }

  /** Removes one user of the runtime; true when it was the last. */
  synchronized boolean isLast(PluginRuntime runtime) {
    boolean last = users.merge(runtime, -1, Integer::sum) <= 0;
    if (last) {
      users.remove(runtime);
      running.remove(runtime.settings());
    }
    return last;
  }
}
