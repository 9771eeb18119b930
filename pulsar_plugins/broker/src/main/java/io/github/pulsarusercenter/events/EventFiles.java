package io.github.pulsarusercenter.events;

import java.nio.file.Path;

/**
 * Where access events are written, when a file is closed and how much is kept.
 *
 * @param rollSeconds a file is closed after so long …
 * @param rollBytes … or at this size
 * @param maxBytes the oldest finished files are deleted beyond this total
 * @param maxDays finished files are deleted when they are older
 * @param minFreeBytes nothing is written while the file system has less free; nothing is deleted
 *     for it either, because others may be filling it
 */
public record EventFiles(
    Path directory,
    long rollSeconds,
    long rollBytes,
    long maxBytes,
    long maxDays,
    long minFreeBytes) {}
