package io.github.pulsarusercenter.events;

import java.util.Locale;

/** Why an access event was lost. */
public enum Drop {
  /** The disk is slower than the events come, or stands still. */
  QUEUE_FULL,
  /** The file system refused to write: full, read-only, gone. */
  WRITE_FAILED,
  /** The file system has less free than userCenterEventsMinFreeBytes. */
  LOW_SPACE,
  /** The broker was ending. */
  CLOSED;

  /** As metrics and heartbeats name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
