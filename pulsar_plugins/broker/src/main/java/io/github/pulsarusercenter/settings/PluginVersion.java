package io.github.pulsarusercenter.settings;

/** The plugin's version, for heartbeats and the log. */
public final class PluginVersion {
  public static final String VERSION = "0.1.0";

  private PluginVersion() {}
}
