package io.github.pulsarusercenter.vocabulary;

/** Why; stable codes, also written into the access events. */
public enum Reason {
  UNKNOWN_OPERATION,
  NO_PRINCIPAL,
  MALFORMED_NAME,
  UNKNOWN_PRINCIPAL,
  USER_DISABLED,
  MAIN_ACCOUNT_DISABLED,
  SUPER_USER,
  SYSTEM_TOPIC,
  RESOURCE_INVALID,
  GRANTED,
  OWN_SUBSCRIPTION,
  OPEN_TO_ALL,
  MAIN_ACCOUNT_LACKS_RIGHT,
  GRANT_NOT_IN_FORCE,
  NO_GRANT,
  /** Named in the broker's superUserRoles; like all that follow never the engine's answer. */
  BROKER_SUPER_USER,
  NOT_READY,
  SNAPSHOT_TOO_OLD,
  ERROR,
  /** Observing: the rights allow it, the broker's native provider did not. */
  NATIVE_DENIED
}
