package io.github.pulsarusercenter.vocabulary;

/** The reason of a decision. The names are stable codes, also in the access events. */
public enum Reason {
  UNKNOWN_OPERATION,
  NO_PRINCIPAL,
  MALFORMED_NAME,
  UNKNOWN_PRINCIPAL,
  USER_DISABLED,
  MAIN_ACCOUNT_DISABLED,
  OUTSIDE_NETWORK,
  SUPER_USER,
  SYSTEM_TOPIC,
  RESOURCE_INVALID,
  GRANTED,
  OWN_SUBSCRIPTION,
  OPEN_TO_ALL,
  MAIN_ACCOUNT_LACKS_RIGHT,
  GRANT_NOT_IN_FORCE,
  NO_GRANT,
  SUBSCRIPTION_NOT_PERMITTED,
  SUBSCRIPTION_NOT_PREFIXED,
  /** Its user may, but the token is narrowed to other things. */
  TOKEN_SCOPE,
  /**
   * The principal is in the broker's superUserRoles. The engine never returns this reason or those
   * below.
   */
  BROKER_SUPER_USER,
  NOT_READY,
  SNAPSHOT_TOO_OLD,
  ERROR,
  /** While observing: the rights allow it, the broker's native provider denied it. */
  NATIVE_DENIED
}
