package io.github.pulsarusercenter.settings;

/**
 * What stands in broker.conf: the entry classes by name, for those that must not know the classes.
 */
public final class ProviderNames {
  public static final String AUTHORIZATION =
      "io.github.pulsarusercenter.UserCenterAuthorizationProvider";

  private ProviderNames() {}
}
