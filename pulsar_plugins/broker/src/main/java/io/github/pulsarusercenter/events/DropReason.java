package io.github.pulsarusercenter.events;

import java.util.Locale;

/** Why an access event was lost. */
public enum DropReason {
  /** The disk is too slow for the events, or hangs. */
  QUEUE_FULL,
  /** The file system refused to write: full, read-only, gone. */
  WRITE_FAILED,
  /** The file system has less free than userCenterEventsMinFreeBytes. */
  LOW_SPACE,
  /** The writer was closed, because the broker is stopping. */
  CLOSED;

  /** The name in metrics and heartbeats. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
