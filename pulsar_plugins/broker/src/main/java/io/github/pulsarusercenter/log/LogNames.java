package io.github.pulsarusercenter.log;

/**
 * Loggers that operators set levels for (docs/operators/metrics.md). The names are fixed and do not
 * follow the classes.
 */
public final class LogNames {
  /** Lines at start. */
  public static final String START = "io.github.pulsarusercenter.PluginRuntime";

  /** Denials, one line each. */
  public static final String DENIED =
      "io.github.pulsarusercenter.UserCenterAuthorizationProvider.deny";

  /** Allowed questions, at debug. */
  public static final String GRANTED =
      "io.github.pulsarusercenter.UserCenterAuthorizationProvider.grant";

  /** Refused sign-ins, one line each. */
  public static final String REFUSED = "io.github.pulsarusercenter.authentication.deny";

  private LogNames() {}
}
