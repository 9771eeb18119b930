package io.github.pulsarusercenter.events;

import java.nio.file.Path;

/**
 * Where access events are written, when a file is closed and how much is kept.
 *
 * @param rollSeconds a file is closed after this time …
 * @param rollBytes … or at this size
 * @param maxBytes the oldest finished files are deleted beyond this total
 * @param maxDays finished files that are older are deleted
 * @param minFreeBytes nothing is written while the file system has less free. Event files are not
 *     deleted for it, because others may be filling the disk
 */
public record EventFiles(
    Path directory,
    long rollSeconds,
    long rollBytes,
    long maxBytes,
    long maxDays,
    long minFreeBytes) {}
