package io.github.pulsarusercenter.runtime;

import io.github.pulsarusercenter.log.LogNames;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.settings.PluginVersion;
import org.apache.pulsar.PulsarVersion;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log lines at start: one for each {@link StartWarnings warning} and open {@link KnownHoles hole},
 * then one with version and settings.
 */
final class StartLines {
  private static final Logger log = LoggerFactory.getLogger(LogNames.START);

  private StartLines() {}

  static void warn(ServiceConfiguration conf) {
    StartWarnings.of(conf, PulsarVersion.getVersion()).forEach(log::warn);
    KnownHoles.open(conf, PulsarVersion.getVersion()).forEach(log::warn);
  }

  /** The settings hold no secret, only the names of files. */
  static void logSettings(PluginSettings settings, boolean enforces, long revision) {
    log.info(
        "Pulsar User Center plugin {} in Pulsar {}: {} on cluster {} with revision {}; {}",
        PluginVersion.VERSION,
        PulsarVersion.getVersion(),
        enforces ? "enforces" : "only OBSERVES",
        settings.cluster(),
        revision == 0 ? "none yet" : revision,
        settings);
  }
}
