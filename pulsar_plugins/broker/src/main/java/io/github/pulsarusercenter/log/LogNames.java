package io.github.pulsarusercenter.log;

/**
 * Names of loggers that operators set levels for (docs/operators/metrics.md), wherever classes are.
 */
public final class LogNames {
  /** What is said once at start. */
  public static final String START = "io.github.pulsarusercenter.PluginRuntime";

  /** Denials, one line each. */
  public static final String DENIED =
      "io.github.pulsarusercenter.UserCenterAuthorizationProvider.deny";

  /** What was allowed, at debug. */
  public static final String GRANTED =
      "io.github.pulsarusercenter.UserCenterAuthorizationProvider.grant";

  /** Refused sign-ins, one line each. */
  public static final String REFUSED = "io.github.pulsarusercenter.authentication.deny";

  private LogNames() {}
}
