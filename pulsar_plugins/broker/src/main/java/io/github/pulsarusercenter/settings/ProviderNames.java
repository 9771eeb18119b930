package io.github.pulsarusercenter.settings;

/** Names of entry classes as in broker.conf, for packages that must not use the classes. */
public final class ProviderNames {
  public static final String AUTHORIZATION =
      "io.github.pulsarusercenter.UserCenterAuthorizationProvider";

  private ProviderNames() {}
}
